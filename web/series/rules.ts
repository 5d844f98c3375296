/**
 * By which thresholds a recorded value is judged, in its own unit: what the agent's declarations say (`level` of fields),
 * as far as it can be drawn. Thresholds of a network are shares of its speed, those of the load hold per core.
 */
import type { Limits } from '../api/types.ts';
import { LEVELS, ownThresholdsOf, type Thresholds, thresholdsOf } from '../state/levels.ts';
import type { Series } from '../state/store.ts';
import type { Kind } from '../units/units.ts';

/** An object or item as it is served. */
export type Served = Readonly<Record<string, unknown>>;

export interface Rule {
  /** Name in the history. */
  field: string;
  /** Name in configuration keys and in types of events. */
  header(served: Served): string;
  headerFirst?: boolean;
  /** What stands for the item in these names; without, its identity. */
  itemName?(served: Served): string;
  /** How the number is shown that is compared, which events tell, and what it is a share of. */
  compared: Kind;
  of?: string;
  /** A threshold in the unit of the value; null where that cannot be told. */
  inUnit?(limit: number, served: Served): number | null;
  /** The same for thresholds of the one item, where their unit is another. */
  ownInUnit?(limit: number): number;
  /** Thresholds that the item states where the configuration has no critical one. */
  stated?(served: Served): Thresholds | null;
  /** Lower values are worse. */
  isLow?: boolean;
}

const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
/** A share of what another member says. */
const shareOf =
  (field: string, unit = 1) =>
  (limit: number, served: Served): number | null => {
    const whole = number(served[field]);
    return whole === null || whole <= 0 ? null : (limit * whole * unit) / 100;
  };

const rule = (field: string, header: string, compared: Kind, more: Partial<Rule> = {}): Rule => ({
  field,
  header: () => header,
  compared,
  ...more,
});
/** All items share their thresholds. */
const common = (field: string, compared: Kind): Rule => rule(field, field, compared, { itemName: () => '' });

const network = (field: string, header: string): Rule =>
  rule(`${field}_rate_per_sec`, header, 'percent', {
    of: 'of the speed',
    inUnit: shareOf('speed', 1 / 8),
    ownInUnit: (bits) => bits / 8,
  });
const load = (field: string): Rule =>
  rule(field, '', 'load', {
    of: 'per core',
    inUnit: (limit, { cpucore }) => limit * Math.max(1, number(cpucore) ?? 1),
  });
const cpu = (field: string): Rule => rule(field, field, 'percent');

const sensor: Rule = {
  field: 'value',
  header: ({ type }) => String(type),
  headerFirst: true,
  compared: 'plain',
  stated: ({ type, warning, critical }) =>
    type === 'temperature_core'
      ? { careful: null, warning: number(warning) || null, critical: number(critical) || null }
      : null,
};
/** Judged by what is missing of it. */
const battery: Rule = { ...sensor, isLow: true, of: 'discharged', inUnit: (limit) => 100 - limit };

const folder = rule('size', '', 'plain', {
  of: 'MB',
  itemName: ({ indice }) => `folder_${String(indice)}`,
  stated: ({ careful, warning, critical }) => {
    const bytes = (limit: unknown): number | null => (Number(limit) > 0 ? Number(limit) * 1e6 : null);
    return { careful: bytes(careful), warning: bytes(warning), critical: bytes(critical) };
  },
});

/** The first one with the names of an event is the value that it is about. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  connections: [rule('nf_conntrack_percent', 'nf_conntrack_percent', 'percent')],
  containers: [
    rule('cpu_percent', 'cpu', 'percent'),
    rule('memory_usage', 'mem', 'percent', { of: 'of its limit', inUnit: shareOf('memory_limit') }),
  ],
  cpu: [
    ...['total', 'user', 'system', 'iowait', 'steal'].map(cpu),
    rule('ctx_switches_rate_per_sec', 'ctx_switches', 'rate'),
  ],
  diskio: [
    rule('read_bytes_rate_per_sec', 'rx', 'byteRate'),
    rule('write_bytes_rate_per_sec', 'tx', 'byteRate'),
    rule('read_latency', 'rx_latency', 'milliseconds'),
    rule('write_latency', 'tx_latency', 'milliseconds'),
  ],
  folders: [folder],
  fs: [rule('percent', '', 'percent'), rule('used', '', 'percent', { inUnit: shareOf('size') })],
  gpu: [common('proc', 'percent'), common('mem', 'percent'), common('temperature', 'celsius')],
  load: ['min15', 'min5', 'min1'].map(load),
  mem: [rule('percent', '', 'percent'), rule('used', '', 'percent', { inUnit: shareOf('total') })],
  memswap: [rule('percent', '', 'percent'), rule('used', '', 'percent', { inUnit: shareOf('total') })],
  mpp: [common('load', 'percent')],
  network: [network('bytes_recv', 'rx'), network('bytes_sent', 'tx')],
  npu: [common('load', 'percent'), common('freq', 'percent'), common('mem', 'percent')],
  ports: [
    rule('status', 'rtt', 'milliseconds', {
      stated: ({ rtt_warning: limit }) => ({ careful: null, warning: number(limit), critical: null }),
    }),
  ],
  sensors: [sensor],
  wifi: [rule('quality_level', '', 'dbm', { isLow: true })],
};

const unitOfSensor: Readonly<Record<string, Kind>> = { battery: 'percent', fan_speed: 'rpm' };

/** The rules of a plugin for one of its objects or items. */
function rulesFor(plugin: string, served: Served): readonly Rule[] {
  if (plugin !== 'sensors') return RULES[plugin] ?? [];
  const compared = unitOfSensor[String(served['type'])] ?? 'celsius';
  return [{ ...(served['type'] === 'battery' ? battery : sensor), compared }];
}

export interface Bands {
  thresholds: Thresholds;
  /** They reach downwards. */
  isLow: boolean;
}

/** The thresholds of a value in its own unit; null where it has none. */
export function bandsOf(
  { plugin, field, item }: Series,
  limits: Readonly<Record<string, Limits>>,
  served: Served,
): Bands | null {
  const found = rulesFor(plugin, served).find((one) => one.field === field);
  if (found === undefined) return null;
  const name = item === undefined ? '' : (found.itemName?.(served) ?? item);
  const yardstick = {
    plugin,
    header: found.header(served),
    item: name,
    headerFirst: found.headerFirst ?? false,
  };
  const own = found.ownInUnit && name !== '' ? ownThresholdsOf(limits, yardstick) : null;
  const isOwn = own !== null && LEVELS.some((level) => own[level] !== null);
  const configured = isOwn ? own : thresholdsOf(limits, yardstick);
  const convert = isOwn ? found.ownInUnit : found.inUnit;
  const stated = configured.critical === null ? (found.stated?.(served) ?? null) : null;
  const inUnit = (limit: number | null): number | null =>
    limit === null || stated !== null || convert === undefined ? limit : convert(limit, served);
  const { careful, warning, critical } = stated ?? configured;
  const thresholds = { careful: inUnit(careful), warning: inUnit(warning), critical: inUnit(critical) };
  return LEVELS.every((level) => thresholds[level] === null)
    ? null
    : { thresholds, isLow: found.isLow ?? false };
}

/** Name of a judged value in types of events. */
const typeOf = (plugin: string, found: Rule, served: Served, identity: string): string => {
  const item = identity === '' ? '' : (found.itemName?.(served) ?? identity);
  const header = found.header(served);
  const parts = found.headerFirst ? [plugin, header, item] : [plugin, item, header];
  return parts
    .filter((part) => part !== '')
    .join('_')
    .toUpperCase();
};

/** The value of an object (`identity` empty) or item that an event of this type is about. */
export const ruleOfEvent = (
  type: string,
  plugin: string,
  served: Served,
  identity: string,
): Rule | undefined =>
  rulesFor(plugin, served).find((found) => typeOf(plugin, found, served, identity) === type);
