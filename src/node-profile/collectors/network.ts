import type { Host } from '../../core/host.ts';
import { type InterfaceTraffic, parseNetDev } from '../../linux/net-dev.ts';
import { namesLike } from '../../sources/sysfs.ts';
import { numberAt } from '../number-at.ts';
import type { Collector, Put } from '../collector.ts';

const FOLDER = '/sys/class/net';

const TRAFFIC: Readonly<Record<string, keyof InterfaceTraffic>> = {
  receive_bytes: 'bytesRecv',
  receive_packets: 'packetsRecv',
  receive_errs: 'errorsRecv',
  receive_drop: 'dropsRecv',
  receive_fifo: 'fifoRecv',
  receive_frame: 'framesRecv',
  receive_compressed: 'compressedRecv',
  receive_multicast: 'multicastRecv',
  transmit_bytes: 'bytesSent',
  transmit_packets: 'packetsSent',
  transmit_errs: 'errorsSent',
  transmit_drop: 'dropsSent',
  transmit_fifo: 'fifoSent',
  transmit_colls: 'collisions',
  transmit_carrier: 'carrierLosses',
  transmit_compressed: 'compressedSent',
};

export const netdev: Collector = {
  name: 'netdev',
  collect(host, put) {
    for (const device of parseNetDev(host.read('/proc/net/dev'))) {
      const label = ['device', device.name] as const;
      for (const [name, member] of Object.entries(TRAFFIC))
        put(
          `node_network_${name}_total`,
          `${name.replace('_', ' ')} of /proc/net/dev.`,
          device[member] as number,
          label,
        );
      put(
        'node_network_receive_nohandler_total',
        'Packets received that nothing took.',
        numberAt(host, `${FOLDER}/${device.name}/statistics/rx_nohandler`),
        label,
      );
    }
  },
};

/** Metric by file of /sys/class/net/<interface> (Documentation/ABI/testing/sysfs-class-net). */
const PROPERTIES: Readonly<Record<string, string>> = {
  addr_assign_type: 'address_assign_type',
  carrier: 'carrier',
  carrier_changes: 'carrier_changes_total',
  carrier_up_count: 'carrier_up_changes_total',
  carrier_down_count: 'carrier_down_changes_total',
  dev_id: 'device_id',
  dormant: 'dormant',
  flags: 'flags',
  ifindex: 'iface_id',
  iflink: 'iface_link',
  link_mode: 'iface_link_mode',
  mtu: 'mtu_bytes',
  name_assign_type: 'name_assign_type',
  netdev_group: 'net_dev_group',
  tx_queue_len: 'transmit_queue_length',
  type: 'protocol_type',
};
const MEGABIT_IN_BYTES = 125_000;

export const netclass: Collector = {
  name: 'netclass',
  collect(host, put) {
    // A file among the interfaces, of the bonding driver.
    const names = host.list(FOLDER).filter((name) => name !== 'bonding_masters');
    for (const name of names.sort()) putProperties(host, name, put);
  },
};

function putProperties(host: Host, device: string, put: Put): void {
  const label = ['device', device] as const;
  const text = (file: string): string => host.readText(`${FOLDER}/${device}/${file}`)?.trim() ?? '';
  const operstate = text('operstate');
  put('node_network_up', 'The interface is up, as it states.', Number(operstate === 'up'), label);
  put(
    'node_network_info',
    'Texts about an interface.',
    1,
    ['address', text('address')],
    ['broadcast', text('broadcast')],
    label,
    ['duplex', text('duplex')],
    ['ifalias', text('ifalias')],
    ['operstate', operstate],
  );
  for (const [file, metric] of Object.entries(PROPERTIES))
    put(
      `node_network_${metric}`,
      `${file} of the interface.`,
      numberAt(host, `${FOLDER}/${device}/${file}`),
      label,
    );
  const speed = numberAt(host, `${FOLDER}/${device}/speed`, MEGABIT_IN_BYTES);
  put('node_network_speed_bytes', 'Speed of the link, negative when unknown.', speed, label);
}

/** Interfaces that stand for several, and how many of those work. */
export const bonding: Collector = {
  name: 'bonding',
  collect(host, put) {
    const masters = host.readText(`${FOLDER}/bonding_masters`)?.split(/\s+/) ?? [];
    for (const master of masters.filter((name) => name !== '')) {
      const parts = namesLike(host, `${FOLDER}/${master}`, /^(?:lower|slave)_/);
      const slaves = host.readText(`${FOLDER}/${master}/bonding/slaves`)?.split(/\s+/).filter(Boolean) ?? [];
      const isUp = (slave: string): boolean =>
        parts
          .filter((part) => part.endsWith(`_${slave}`))
          .some(
            (part) => host.readText(`${FOLDER}/${master}/${part}/bonding_slave/mii_status`)?.trim() === 'up',
          );
      put('node_bonding_slaves', 'Interfaces of a bond.', slaves.length, ['master', master]);
      put('node_bonding_active', 'Those that work.', slaves.filter(isUp).length, ['master', master]);
    }
  },
};
