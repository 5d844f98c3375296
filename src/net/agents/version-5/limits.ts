/** Limits and alerts of a server of version 5 in the shape of version 4. Untrusted; pure. */
import { adopt } from '../../../core/adopt.ts';
import type { Json } from '../../../core/served.ts';
import {
  either,
  flag,
  listOf,
  loose,
  mapOf,
  number,
  numbers,
  text,
  texts,
  type TypeOf,
} from '../../../core/shape.ts';
import { ratesOf } from './values.ts';

const THRESHOLDS = ['careful', 'warning', 'critical'] as const;

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

/** By field. */
const FIELDS = mapOf('', loose(numbers(...THRESHOLDS)));
const limitsOf = adopt(mapOf('By plugin.', FIELDS));
const itemLimitsOf = adopt(mapOf('By plugin.', loose({ _per_item: mapOf('By item.', FIELDS) })));

/** `/all/limits` of version 4: by plugin and configuration key. */
export function limitsIn(all: Json): Json {
  const ofItems = itemLimitsOf(all) ?? {};
  return Object.fromEntries(
    Object.entries(limitsOf(all) ?? {}).map(([plugin, own]) => [
      plugin,
      Object.fromEntries([
        ...thresholdsOf(plugin, '', own),
        ...Object.entries(ofItems[plugin]?.['_per_item'] ?? {}).flatMap(([item, fields]) =>
          thresholdsOf(plugin, item, fields),
        ),
      ]),
    ]),
  );
}

const thresholdsOf = (
  plugin: string,
  item: string,
  limits: TypeOf<typeof FIELDS>,
): [key: string, limit: number][] =>
  Object.entries(limits).flatMap(([field, own]) =>
    field.startsWith('_')
      ? []
      : THRESHOLDS.flatMap((name): [string, number][] => {
          const limit = own[name];
          if (limit === undefined) return [];
          const header = HEADERS[plugin]?.[field] ?? field;
          const factor = factorOf(plugin, field);
          // Of a single interface they are bits per second unless they are named so.
          const unit = item !== '' && factor !== 1 ? 'percent' : '';
          return [[join(plugin, item, header, unit, name), limit * factor]];
        }),
  );

/** A time as text, or seconds since the epoch: documents do not say which. */
const TIME = either(number(), text());
const incidentsIn = adopt(
  listOf(
    loose({
      ...texts('plugin', 'field', 'level'),
      key: either(text(), number()),
      begin: TIME,
      end: TIME,
      ongoing: flag(),
      top: listOf(text()),
    }),
  ),
);

/** `/alert` of version 4 from the incidents of version 5. */
export const alertsIn = (incidents: Json): Json =>
  (incidentsIn(incidents) ?? []).map(
    ({ plugin = '', field = '', level = '', key = '', ongoing, top = [], ...one }) => ({
      begin: secondsIn(one.begin) ?? 0,
      end: ongoing === true ? -1 : (secondsIn(one.end) ?? 0),
      state: level.toUpperCase(),
      type: join(plugin, String(key), HEADERS[plugin]?.[field] ?? field).toUpperCase(),
      top,
    }),
  );

function secondsIn(time: number | string = ''): number | null {
  const seconds = typeof time === 'number' ? time : Date.parse(time) / 1000;
  return Number.isFinite(seconds) ? Math.floor(seconds) : null;
}
