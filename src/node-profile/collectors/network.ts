import type { Host } from '../../core/host.ts';
import { type InterfaceTraffic, parseNetDev } from '../../linux/net-dev.ts';
import { namesLike } from '../../sources/sysfs.ts';
import { numberAt } from '../number-at.ts';
import type { Collector, Put } from '../collector.ts';
import type { Kept } from '../kept.ts';

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
  carrier: 'carrier',
  carrier_changes: 'carrier_changes_total',
  carrier_up_count: 'carrier_up_changes_total',
  carrier_down_count: 'carrier_down_changes_total',
  dormant: 'dormant',
  flags: 'flags',
  mtu: 'mtu_bytes',
  tx_queue_len: 'transmit_queue_length',
};
/** Those that stay as they are while an interface is there. */
const LASTING: Readonly<Record<string, string>> = {
  addr_assign_type: 'address_assign_type',
  dev_id: 'device_id',
  iflink: 'iface_link',
  link_mode: 'iface_link_mode',
  name_assign_type: 'name_assign_type',
  netdev_group: 'net_dev_group',
  type: 'protocol_type',
};
const LASTING_TEXTS = ['address', 'broadcast', 'ifalias'] as const;
const MEGABIT_IN_BYTES = 125_000;

export const netclass: Collector = {
  name: 'netclass',
  collect(host, put, kept) {
    // A file among the interfaces, of the bonding driver.
    const names = host.list(FOLDER).filter((name) => name !== 'bonding_masters');
    for (const name of names.sort()) putProperties(host, name, put, kept);
  },
};

function putProperties(host: Host, device: string, put: Put, kept: Kept): void {
  const label = ['device', device] as const;
  const text = (file: string): string => host.readText(`${FOLDER}/${device}/${file}`)?.trim() ?? '';
  const number = (file: string): number | null => numberAt(host, `${FOLDER}/${device}/${file}`);
  const putNumber = (file: string, metric: string, value: number | null): void =>
    put(`node_network_${metric}`, `${file} of the interface.`, value, label);
  // Another interface of the same name has another number.
  const index = number('ifindex');
  const lasting = kept(`network ${device} ${index}`, () => ({
    texts: LASTING_TEXTS.map(text),
    numbers: Object.keys(LASTING).map(number),
  }));
  const [address = '', broadcast = '', ifalias = ''] = lasting.texts;
  const operstate = text('operstate');
  put('node_network_up', 'The interface is up, as it states.', Number(operstate === 'up'), label);
  put(
    'node_network_info',
    'Texts about an interface.',
    1,
    ['address', address],
    ['broadcast', broadcast],
    label,
    ['duplex', text('duplex')],
    ['ifalias', ifalias],
    ['operstate', operstate],
  );
  putNumber('ifindex', 'iface_id', index);
  for (const [at, [file, metric]] of Object.entries(LASTING).entries())
    putNumber(file, metric, lasting.numbers[at] ?? null);
  for (const [file, metric] of Object.entries(PROPERTIES)) putNumber(file, metric, number(file));
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
