import { type InterfaceTraffic, parseNetDev } from '../../../measure/linux/net-dev.ts';
import { namesLike } from '../../../measure/sources/sysfs.ts';
import { numberAt, parseSysfsNumber } from '../number-at.ts';
import type { Collector, Put } from '../collector.ts';
import type { ScrapedHost } from '../scraped-host.ts';
import type { ReadCache } from '../read-cache.ts';

const FOLDER = '/sys/class/net';
/** A file of the bonding driver among the interfaces. */
const BONDS = 'bonding_masters';

const TRAFFIC = (
  [
    ['receive_bytes', 'bytesRecv'],
    ['receive_packets', 'packetsRecv'],
    ['receive_errs', 'errorsRecv'],
    ['receive_drop', 'dropsRecv'],
    ['receive_fifo', 'fifoRecv'],
    ['receive_frame', 'framesRecv'],
    ['receive_compressed', 'compressedRecv'],
    ['receive_multicast', 'multicastRecv'],
    ['transmit_bytes', 'bytesSent'],
    ['transmit_packets', 'packetsSent'],
    ['transmit_errs', 'errorsSent'],
    ['transmit_drop', 'dropsSent'],
    ['transmit_fifo', 'fifoSent'],
    ['transmit_colls', 'collisions'],
    ['transmit_carrier', 'carrierLosses'],
    ['transmit_compressed', 'compressedSent'],
  ] as const
).map(([name, member]) => ({
  member: member satisfies keyof InterfaceTraffic,
  metric: `node_network_${name}_total`,
  help: `${name.replace('_', ' ')} of /proc/net/dev.`,
}));

export const netdev: Collector = {
  name: 'netdev',
  collect(host, put) {
    for (const device of parseNetDev(host.read('/proc/net/dev'))) {
      const label = ['device', device.name] as const;
      for (const { metric, help, member } of TRAFFIC) put(metric, help, device[member], label);
    }
  },
};

/** File of /sys/class/net/<interface> (Documentation/ABI/testing/sysfs-class-net) and metric. */
interface Property {
  readonly file: string;
  readonly metric: string;
  readonly help: string;
}

const properties = (files: Readonly<Record<string, string>>): Property[] =>
  Object.entries(files).map(([file, metric]) => ({
    file,
    metric: `node_network_${metric}`,
    help: `${file} of the interface.`,
  }));

/** Link changes are the sum of ups and downs. */
const CHANGES = 'carrier_changes';
const UP = 'carrier_up_count';
const DOWN = 'carrier_down_count';

const PROPERTIES = properties({
  carrier: 'carrier',
  [CHANGES]: 'carrier_changes_total',
  [UP]: 'carrier_up_changes_total',
  [DOWN]: 'carrier_down_changes_total',
  dormant: 'dormant',
  mtu: 'mtu_bytes',
  tx_queue_len: 'transmit_queue_length',
});
/** Constant while an interface exists. */
const LASTING = properties({
  addr_assign_type: 'address_assign_type',
  dev_id: 'device_id',
  iflink: 'iface_link',
  link_mode: 'iface_link_mode',
  name_assign_type: 'name_assign_type',
  netdev_group: 'net_dev_group',
  type: 'protocol_type',
});
const LASTING_TEXTS = ['address', 'broadcast', 'ifalias'] as const;
const MEGABIT_IN_BYTES = 125_000;

export const netclass: Collector = {
  name: 'netclass',
  collect(host, put, kept) {
    const names = host.list(FOLDER).filter((name) => name !== BONDS);
    host.expect?.(names.flatMap((name) => [`${FOLDER}/${name}/speed`, `${FOLDER}/${name}/duplex`]));
    for (const name of names.sort()) putProperties(host, name, put, kept);
  },
};

function putProperties(host: ScrapedHost, device: string, put: Put, kept: ReadCache): void {
  const label = ['device', device] as const;
  const folder = `${FOLDER}/${device}`;
  const text = (file: string): string => host.readText(`${folder}/${file}`)?.trim() ?? '';
  const number = (file: string): number | null => numberAt(host, `${folder}/${file}`);
  const index = readIndex(host, device, kept);
  const operstate = text('operstate');
  const flags = number('flags');
  // Failed reads are the most expensive. Missing values can appear only when the state changes.
  const silent = kept(`silent ${device} ${index} ${flags} ${operstate}`, () => new Set<string>());
  const toldText = (file: string): string | null => {
    if (silent.has(file)) return null;
    const found = host.readText(`${folder}/${file}`);
    if (found === null) silent.add(file);
    return found;
  };
  const told = (file: string): number | null => parseSysfsNumber(toldText(file));
  const lasting = kept(`network ${device} ${index}`, () => ({
    texts: LASTING_TEXTS.map(text),
    numbers: LASTING.map(({ file }) => number(file)),
  }));
  const [address = '', broadcast = '', ifalias = ''] = lasting.texts;
  put('node_network_up', 'The interface is up, as it states.', Number(operstate === 'up'), label);
  put(
    'node_network_info',
    'Texts about an interface.',
    1,
    ['address', address],
    ['broadcast', broadcast],
    label,
    ['duplex', toldText('duplex')?.trim() ?? ''],
    ['ifalias', ifalias],
    ['operstate', operstate],
  );
  put('node_network_iface_id', 'ifindex of the interface.', index, label);
  for (const [at, { metric, help }] of LASTING.entries())
    put(metric, help, lasting.numbers[at] ?? null, label);
  const changes = kept(`carrier ${device} ${index}`, () => new Map<string, number | null>());
  readChanges(changes, told);
  for (const { file, metric, help } of PROPERTIES)
    put(metric, help, changes.has(file) ? changes.get(file)! : told(file), label);
  put('node_network_flags', 'flags of the interface.', flags, label);
  const speed = told('speed');
  put(
    'node_network_speed_bytes',
    'Speed of the link, negative when unknown.',
    speed === null ? null : speed * MEGABIT_IN_BYTES,
    label,
  );
  put(
    'node_network_receive_nohandler_total',
    'Packets received that nothing took.',
    told('statistics/rx_nohandler'),
    label,
  );
}

/** Reads the parts only if they no longer add up to the sum. */
function readChanges(counts: Map<string, number | null>, read: (file: string) => number | null): void {
  const sum = read(CHANGES);
  if ((counts.get(UP) ?? Number.NaN) + (counts.get(DOWN) ?? Number.NaN) !== sum)
    for (const file of [UP, DOWN]) counts.set(file, read(file));
  counts.set(CHANGES, sum);
}

/** Interfaces may be renamed while their files are open: another interface with the same name has another index. */
function readIndex(host: ScrapedHost, device: string, kept: ReadCache): number | null {
  const folder = `${FOLDER}/${device}`;
  const index = parseSysfsNumber(host.readAnew(`${folder}/ifindex`));
  const known = kept('network indices', () => new Map<string, number | null>());
  if (known.get(device) !== index) host.forget(folder);
  known.set(device, index);
  return index;
}

/** Bonded interfaces, and their number of working members. */
export const bonding: Collector = {
  name: 'bonding',
  collect(host, put) {
    const masters = host.readText(`${FOLDER}/${BONDS}`)?.split(/\s+/) ?? [];
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
