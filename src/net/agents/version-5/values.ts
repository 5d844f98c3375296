/** Values of a server of version 5 in the shape of version 4. Untrusted; pure. */
import { formatUptime } from '../../../core/format-uptime.ts';
import type { Json, JsonObject, Served } from '../../../core/served.ts';
import { isObject } from '../../../core/members.ts';

/** Counters, which are rates there. */
const RATES: Readonly<Record<string, readonly string[]>> = {
  cpu: ['ctx_switches', 'interrupts', 'soft_interrupts', 'syscalls'],
  diskio: ['read_count', 'write_count', 'read_bytes', 'write_bytes', 'read_time', 'write_time'],
  network: ['bytes_recv', 'bytes_sent'],
  vms: ['cpu_time'],
};

export const ratesOf = (plugin: string): readonly string[] => RATES[plugin] ?? [];

/** Lists whose items say themselves which time their numbers cover. */
const TIMED = new Set(['processlist', 'programlist']);

/** Rates there, and totals here. */
const NOT_THE_SAME: Readonly<Record<string, readonly string[]>> = { memswap: ['sin', 'sout'] };

/** Members of an envelope that are none of the plugin. */
const OF_ENVELOPE = new Set(['_levels', '_key', 'data', 'time_since_update']);

const number = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

/** A counter with its companions; the total is known where the server tells it. */
function withCounters(plugin: string, item: JsonObject, seconds: Json | undefined): JsonObject {
  const shown: Served = { ...item };
  for (const name of NOT_THE_SAME[plugin] ?? []) delete shown[name];
  const rates = ratesOf(plugin).filter((name) => Object.hasOwn(item, name));
  for (const name of rates) {
    const rate = number(item[name]);
    shown[`${name}_rate_per_sec`] = rate === null ? null : Math.floor(rate);
    shown[name] = rate === null || typeof seconds !== 'number' ? null : Math.round(rate * seconds);
    shown[`${name}_gauge`] = number(item[`${name}_cumul`]);
    delete shown[`${name}_cumul`];
  }
  if ((rates.length > 0 || TIMED.has(plugin)) && typeof seconds === 'number')
    shown['time_since_update'] = seconds;
  return shown;
}

/** Megabits are 1,048,576 bits in version 4; the speed of version 5 is that of one direction. */
const BITS = (16 / 1e6) * 2 ** 20;

function ofNetwork({ bytes_speed_rate_per_sec: speed, ...item }: JsonObject): JsonObject {
  const both = (suffix: string): number | null => {
    const [received, sent] = [number(item[`bytes_recv${suffix}`]), number(item[`bytes_sent${suffix}`])];
    return received === null || sent === null ? null : received + sent;
  };
  return {
    alias: null,
    ...item,
    speed: Math.round((number(speed) ?? 0) * BITS),
    bytes_all: both(''),
    bytes_all_gauge: both('_gauge'),
    bytes_all_rate_per_sec: both('_rate_per_sec'),
  };
}

/** Numbered members, and the name that version 4 has. */
function ofSmart({ name, attributes }: JsonObject): JsonObject {
  const numbered = (Array.isArray(attributes) ? attributes : []).map((one, at) => [String(at), one]);
  return { DeviceName: name, ...Object.fromEntries(numbered) };
}

const textOf = (value: Json = null): Json => (typeof value === 'number' ? String(value) : value);

function ofRaid(items: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(
    items.map(({ name, used, available, ...array }) => [
      String(name),
      { ...array, used: textOf(used), available: textOf(available) },
    ]),
  );
}

const ITEMS: Readonly<Record<string, (item: JsonObject) => JsonObject>> = {
  network: ofNetwork,
  smart: ofSmart,
};
/** Their identity in version 4, where it has another name. */
const KEYS: Readonly<Record<string, string>> = { smart: 'DeviceName' };

/** Null before the first sample, and for anything that is no envelope. @param plugin our name */
export function valueIn(plugin: string, envelope: Json): Json {
  if (!isObject(envelope)) return null;
  const { data, time_since_update: seconds, _key: key } = envelope;
  if (plugin === 'uptime')
    return typeof envelope['seconds'] === 'number' ? formatUptime(envelope['seconds']) : null;
  if (plugin === 'version' || plugin === 'libversion') return envelope['version'] ?? null;
  if (!Array.isArray(data)) {
    const own = Object.fromEntries(Object.entries(envelope).filter(([name]) => !OF_ENVELOPE.has(name)));
    return withCounters(plugin, own, seconds);
  }
  const items = data.filter((one): one is JsonObject => isObject(one));
  if (plugin === 'raid') return ofRaid(items);
  const named = KEYS[plugin] ?? key;
  return items.map((item) => {
    const shown = withCounters(plugin, item, seconds);
    return { ...(ITEMS[plugin]?.(shown) ?? shown), ...(typeof named === 'string' && { key: named }) };
  });
}

/** Fields whose levels version 4 shows. */
const SHOWN_BY: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  fs: { percent: ['used', 'percent'] },
  network: {
    bytes_recv: ['bytes_recv', 'bytes_recv_rate_per_sec'],
    bytes_sent: ['bytes_sent', 'bytes_sent_rate_per_sec'],
  },
};

/** `/views` of version 4, as far as levels are concerned. */
export function viewsIn(plugin: string, envelope: Json): Json {
  if (!isObject(envelope) || !isObject(envelope['_levels'])) return {};
  const levels = envelope['_levels'];
  if (!Array.isArray(envelope['data'])) return viewsOf(plugin, levels);
  return Object.fromEntries(
    Object.entries(levels).map(([identity, own]) => [identity, isObject(own) ? viewsOf(plugin, own) : {}]),
  );
}

const viewsOf = (plugin: string, levels: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(levels).flatMap(([field, own]) => {
      const level = isObject(own) ? own['level'] : undefined;
      if (typeof level !== 'string') return [];
      const view = { decoration: level.toUpperCase() };
      return (SHOWN_BY[plugin]?.[field] ?? [field]).map((name) => [name, view]);
    }),
  );
