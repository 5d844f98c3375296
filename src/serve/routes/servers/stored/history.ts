/** The past of a host from a database, in the forms of `/api/history…`. */
import type { PluginHistory } from '../../history/history-route.ts';
import type { StoredMoment, StoredPast } from '../../../../keep/database/stored-past.ts';
import type { StoredSeries } from '../../../../keep/database/stored-series.ts';
import { seriesId } from '../../../../keep/archive/series.ts';
import { matcherOf } from '../../../../keep/archive/query/series-list.ts';
import { tierFor } from '../../../../keep/archive/query/range.ts';
import { alignRange } from '../../../../keep/archive/query/ladder.ts';
import type { Plugin } from '../../../../core/plugin.ts';
import type { Slice } from '../../../../core/turns.ts';
import { tooManySeries } from '../../../http/errors.ts';
import { parseHistoryQuery } from '../../history/history-query.ts';
import {
  type Aggregate,
  checkSize,
  parseMoment,
  parsePatterns,
  parseRangeQuery,
  parseSpan,
  type RangeQuery,
} from '../../history/range-query.ts';
import { shorten } from '../../history/shorten.ts';

type Query = Readonly<Record<string, unknown>>;

export interface StoredHost {
  readonly past: StoredPast;
  /** Its name in the database. */
  readonly name: string;
  readonly now: number;
  /** Long answers let others have turns. */
  readonly slice: Slice;
}

const MINUTE_MS = 60_000;
/** Points of a sparkline where nobody says how many. */
const USUAL_POINTS = 240;

export async function rangeOf(host: StoredHost, asked: Query): Promise<unknown> {
  const { past, now } = host;
  const query = parseRangeQuery(asked, now, past.pace);
  const { from, to, step, shift, hasEvents } = query;
  const ids = await idsOf(host, query);
  checkSize(query, ids.length);
  const [series, shifted] = await Promise.all([
    seriesOf(host, ids, query, 0),
    shift === null ? null : seriesOf(host, ids, query, shift),
  ]);
  return {
    from,
    to,
    step,
    tier: tierFor(step),
    count: Math.round((to - from) / step),
    oldest: null,
    series,
    ...(shift !== null && { shifted }),
    ...(hasEvents && { events: [], marks: [] }),
  };
}

/** By id; null what is not known. @param shift milliseconds by which the range is earlier */
export async function seriesOf(
  { past, name, slice }: Omit<StoredHost, 'now'>,
  ids: readonly string[],
  query: RangeQuery,
  shift: number,
): Promise<Record<string, unknown>> {
  const { from, to, step, aggregates } = query;
  const hasBand = aggregates.some((one) => one === 'min' || one === 'max');
  const found = await past.range(name, ids, { from: from - shift, to: to - shift, step, hasBand }, slice);
  const series: [id: string, columns: unknown][] = [];
  for (const id of ids) series.push([id, await columnsOf(found.get(id), query, slice)]);
  return Object.fromEntries(series);
}

async function idsOf({ past, name }: StoredHost, { ids, patterns, from, to }: RangeQuery): Promise<string[]> {
  if (patterns.length === 0) return [...ids];
  const matchers = patterns.map(matcherOf);
  const found = await past.series(name, from, to);
  return [...new Set([...ids, ...found.filter((info) => matchers.some((fits) => fits(info))).map(seriesId)])];
}

async function columnsOf(
  series: StoredSeries | undefined,
  { aggregates, step }: RangeQuery,
  slice: Slice,
): Promise<Record<string, unknown> | null> {
  if (series === undefined) return null;
  const { avg, info } = series;
  const seconds = step / 1000;
  const values: Record<Aggregate, (row: number) => number> = {
    avg: (row) => avg[row] as number,
    min: (row) => series.min[row] as number,
    max: (row) => series.max[row] as number,
    sum: (row) => (avg[row] as number) * seconds,
    count: (row) => (Number.isNaN(avg[row]) ? 0 : seconds),
  };
  const columns: Record<string, unknown> = { unit: info.unit, kind: info.kind };
  for (const name of aggregates) columns[name] = await shortened(avg.length, values[name], slice);
  return columns;
}

/** Values that are shortened between two looks at the clock. */
const STEP = 500;

async function shortened(
  count: number,
  valueAt: (row: number) => number,
  slice: Slice,
): Promise<(number | null)[]> {
  const values: (number | null)[] = [];
  while (values.length < count) {
    const end = Math.min(values.length + STEP, count);
    while (values.length < end) {
      const value = valueAt(values.length);
      values.push(Number.isNaN(value) ? null : shorten(value));
    }
    if (slice.isOver) await slice.next();
  }
  return values;
}

export async function seriesListOf({ past, name, now }: StoredHost, asked: Query): Promise<unknown> {
  const { from, to } = parseSpan({ from: '-1d', ...asked }, now);
  const matchers = parsePatterns(asked).map(matcherOf);
  const found = await past.series(name, from, to);
  return found
    .filter((info) => matchers.length === 0 || matchers.some((fits) => fits(info)))
    .map((info) => ({
      id: seriesId(info),
      plugin: info.plugin,
      item: info.item,
      field: info.field,
      unit: info.unit,
      kind: info.kind,
      first: from,
      last: Math.min(to, now),
      live: false,
    }));
}

export async function momentAt({ past, name, now }: StoredHost, asked: Query, registry: readonly Plugin[]) {
  const time = Math.floor(parseMoment(asked, now) / MINUTE_MS) * MINUTE_MS;
  const { values } = await past.moment(name, Math.min(now, time + MINUTE_MS));
  const objects: Record<string, Record<string, number>> = {};
  const lists: Record<string, { key: string; items: Record<string, Record<string, number>> }> = {};
  for (const { field, item, value } of recorded(values)) {
    const plugin = registry.find((one) => one.name === field.plugin);
    if (item === null) (objects[field.plugin] ??= {})[field.field] = shorten(value);
    else {
      const key = plugin?.shape === 'list' ? (plugin.key ?? 'name') : 'name';
      // Names come from the machine: `__proto__` is one like any other.
      const list = (lists[field.plugin] ??= { key, items: Object.create(null) as never });
      (list.items[item] ??= {})[field.field] = shorten(value);
    }
  }
  return { time, step: MINUTE_MS, objects, lists };
}

const recorded = (values: StoredMoment['values']) => values.filter(({ field }) => field.isRecorded);

/** The newest points, which agents keep in memory. */
export async function newestOf(
  { past, name, now, slice }: StoredHost,
  asked: Query,
  registry: readonly Plugin[],
): Promise<Record<string, PluginHistory>> {
  const { series, total, count } = parseHistoryQuery(
    asked,
    registry.map((plugin) => plugin.name),
  );
  if (total > MOST_SERIES) throw tooManySeries(MOST_SERIES, total);
  const step = past.pace;
  const points = Math.min(count === 0 ? USUAL_POINTS : count, USUAL_POINTS);
  const { from, to } = alignRange(now - points * step, now, step);
  const ids = [...series].flatMap(([plugin, names]) => [...names].map((one) => `${plugin}/${one}`));
  const found = await past.range(name, ids, { from, to, step, hasBand: false }, slice);
  const times = Array.from({ length: Math.round((to - from) / step) }, (_, row) => from + (row + 1) * step);
  const histories: [plugin: string, history: PluginHistory][] = [];
  for (const [plugin, names] of series) {
    const columns: [name: string, values: (number | null)[] | null][] = [];
    for (const one of names) {
      const avg = found.get(`${plugin}/${one}`)?.avg;
      columns.push([one, avg ? await shortened(avg.length, (row) => avg[row] as number, slice) : null]);
    }
    histories.push([plugin, { times, series: Object.fromEntries(columns) }]);
  }
  return Object.fromEntries(histories);
}

/** Each is a query of its own. */
const MOST_SERIES = 800;
