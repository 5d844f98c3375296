/** Limits and alerts of a server of version 5 in the shape of version 4. Untrusted; pure. */
import { isObject } from '../../../core/members.ts';
import { ratesOf } from './values.ts';

const THRESHOLDS = ['careful', 'warning', 'critical'];

/** Headers of configuration keys, where they are not the member. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  containers: { cpu_percent: 'cpu', memory_percent: 'mem' },
  diskio: { read_bytes: 'rx', write_bytes: 'tx', read_latency: 'rx_latency', write_latency: 'tx_latency' },
  fs: { percent: '' },
  load: { min5: '', min15: '' },
  mem: { percent: '' },
  memswap: { percent: '' },
  network: { bytes_recv: 'rx', bytes_sent: 'tx' },
  processlist: { cpu_percent: 'cpu', memory_percent: 'mem' },
  vms: { cpu_time: 'cpu', load_1min: 'load', memory_percent: 'mem' },
};

/** Shares of the speed are percent in version 4. */
const factorOf = (plugin: string, field: string): number =>
  plugin === 'network' && ratesOf(plugin).includes(field) ? 100 : 1;

const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('_');

/** `/all/limits` of version 4: by plugin and configuration key. */
export function limitsIn(all: unknown): unknown {
  if (!isObject(all)) return {};
  return Object.fromEntries(
    Object.entries(all).map(([plugin, own]) => [plugin, isObject(own) ? keysOf(plugin, own) : {}]),
  );
}

function keysOf(plugin: string, limits: Readonly<Record<string, unknown>>): Record<string, number> {
  const perItem = isObject(limits['_per_item']) ? limits['_per_item'] : {};
  return Object.fromEntries([
    ...thresholdsOf(plugin, '', limits),
    ...Object.entries(perItem).flatMap(([item, own]) =>
      isObject(own) ? thresholdsOf(plugin, item, own) : [],
    ),
  ]);
}

const thresholdsOf = (
  plugin: string,
  item: string,
  limits: Readonly<Record<string, unknown>>,
): [key: string, limit: number][] =>
  Object.entries(limits).flatMap(([field, own]) =>
    field.startsWith('_') || !isObject(own)
      ? []
      : THRESHOLDS.flatMap((name): [string, number][] => {
          const limit = own[name];
          if (typeof limit !== 'number') return [];
          const header = HEADERS[plugin]?.[field] ?? field;
          const factor = factorOf(plugin, field);
          // Of a single interface they are bits per second unless they are named so.
          const unit = item !== '' && factor !== 1 ? 'percent' : '';
          return [[join(plugin, item, header, unit, name), limit * factor]];
        }),
  );

/** `/alert` of version 4 from the incidents of version 5. */
export function alertsIn(incidents: unknown): unknown[] {
  return (Array.isArray(incidents) ? (incidents as unknown[]) : []).filter(isObject).map((one) => {
    const { plugin, key, field, level, begin, end, top } = one;
    const header = HEADERS[String(plugin)]?.[String(field)] ?? String(field);
    return {
      begin: secondsIn(begin) ?? 0,
      end: one['ongoing'] === true ? -1 : (secondsIn(end) ?? 0),
      state: String(level).toUpperCase(),
      type: join(String(plugin), key === null || key === undefined ? '' : String(key), header).toUpperCase(),
      top: Array.isArray(top) ? (top as unknown[]) : [],
    };
  });
}

/** A time as text, or seconds since the epoch: documents do not say which. */
function secondsIn(time: unknown): number | null {
  const seconds = typeof time === 'number' ? time : Date.parse(String(time)) / 1000;
  return Number.isFinite(seconds) ? Math.floor(seconds) : null;
}
