/** Recorded series, of this machine and of others. */
import { messageOf } from '../../../core/message-of.ts';
import { fieldsOf, othersOf, type Plugin } from '../../../core/plugin.ts';
import type { Point, RecentPoints } from '../../../core/store/history.ts';
import type { Store } from '../../../core/store/store.ts';
import type { DataSource, Past, SeriesDescription, SeriesPoints } from './data-source.ts';

interface Recorded {
  readonly plugins: readonly Plugin[];
  readonly store: Pick<Store, 'history'>;
}

/** Describes the value behind a recorded series, from the declaration of its plugin. */
export function describeRecorded(
  { plugins, store }: Recorded,
  name: string,
  series: string,
): SeriesDescription | null {
  const plugin = plugins.find((one) => one.name === name);
  const found = plugin === undefined ? undefined : store.history(name).find(series);
  if (plugin === undefined || found === undefined) return null;
  const { field, identity } = found;
  const declared =
    fieldsOf(plugin)[field] ?? fieldsOf(plugin)[field.replace(/_rate_per_sec$/, '')] ?? othersOf(plugin);
  return { field, item: identity, unit: declared?.unit ?? null };
}

/** Recorded series: those in memory, and earlier ones from the history. */
export type Recording = Pick<DataSource, 'recent' | 'seriesOf' | 'range' | 'forget'>;

interface RecordingSetup {
  recorded: Recorded;
  /** Null: nobody knows what was before. */
  past: Past | null;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Seconds between samples. */
  refresh: number;
  /** Told when earlier values of a sparkline have come. */
  onEarlier(): void;
}

export function createRecording({ recorded, past, now, refresh, onEarlier }: RecordingSetup): Recording {
  const { plugins, store } = recorded;
  const names = new Set(plugins.map(({ name }) => name));
  let since = -Infinity;
  const earlier = createEarlier({ past, now, stepMs: refresh * 1000, onEarlier });
  const pointsOf = (plugin: string, series: string): Point[] =>
    names.has(plugin)
      ? store
          .history(plugin)
          .points(series)
          .filter(([time]) => time >= since)
      : [];
  return {
    recent(plugin, series, count) {
      if (!names.has(plugin)) return [];
      const own = store.history(plugin).recent(series, count, since);
      const [first] = own.times;
      if (first === undefined || own.values.length >= count) return own.values;
      return spaced(earlier(plugin, series, first), own, { count, since });
    },
    seriesOf: (plugin) => (names.has(plugin) ? store.history(plugin).names() : []),
    async range(query) {
      const { plugin, series } = query;
      const own = pointsOf(plugin, series);
      const begin = Math.max(query.from, since);
      const end = Math.min(query.to, own[0]?.[0] ?? Infinity);
      const inMemory = asPoints(own.filter(([time]) => time >= begin && time <= query.to));
      if (past === null || begin >= end) return { ...inMemory, note: null };
      try {
        return { ...joined(await past.read({ ...query, from: begin, to: end }), inMemory), note: null };
      } catch (error) {
        return { ...inMemory, note: messageOf(error) };
      }
    },
    forget: () => void (since = now()),
  };
}

function asPoints(points: readonly Point[]): SeriesPoints {
  const values = points.map(([, value]) => value);
  return { times: points.map(([time]) => time), values, lows: values, highs: values };
}

const joined = (before: SeriesPoints, after: SeriesPoints): SeriesPoints => ({
  times: [...before.times, ...after.times],
  values: [...before.values, ...after.values],
  lows: [...before.lows, ...after.lows],
  highs: [...before.highs, ...after.highs],
});

/** Values of the widest sparkline. */
const MOST = 300;
/** Time until values from before the start of the screen are in the history: the agent that keeps it writes once a minute. */
const WRITTEN_MS = 75_000;

interface EarlierSetup {
  past: Past | null;
  now(): number;
  /** Milliseconds between samples. */
  stepMs: number;
  onEarlier(): void;
}

/** Returns a lookup of a series' values before a time; it finds nothing until they have been read. */
function createEarlier({ past, now, stepMs, onEarlier }: EarlierSetup) {
  const known = new Map<string, RecentPoints>();
  /** When a series is to be read next. */
  const due = new Map<string, number>();
  // One after the other: they are not worth a crowd.
  let reading: Promise<void> = Promise.resolve();
  const read = async (key: string, plugin: string, series: string, to: number): Promise<void> => {
    try {
      const query = { plugin, series, from: now() - MOST * stepMs, to, points: MOST };
      const { times, values } = (await past?.read(query)) ?? { times: [], values: [] };
      const isPoint = (_: number, index: number): boolean =>
        (times[index] as number) < to && !Number.isNaN(values[index]);
      const isFirst = !known.has(key);
      known.set(key, { times: times.filter(isPoint), values: values.filter(isPoint) });
      const missing = to - (times.findLast(isPoint) ?? -Infinity);
      if (isFirst && missing > stepMs * 1.5 && missing < WRITTEN_MS) due.set(key, to + WRITTEN_MS);
      if (times.some(isPoint)) onEarlier();
    } catch {
      // Charts say why; sparklines begin with the screen.
    }
  };
  return (plugin: string, series: string, to: number): RecentPoints => {
    const key = `${plugin}/${series}`;
    if (past !== null && now() >= (due.get(key) ?? -Infinity)) {
      due.set(key, Infinity);
      reading = reading.then(() => read(key, plugin, series, to));
    }
    return known.get(key) ?? NOTHING;
  };
}

const NOTHING: RecentPoints = { times: [], values: [] };

/**
 * Returns the last values at the usual interval; NaN for missing samples. @param since Unix milliseconds; older values are left
 * out
 */
function spaced(
  before: RecentPoints,
  own: RecentPoints,
  { count, since }: { count: number; since: number },
): number[] {
  const times = before.times.concat(own.times);
  const points = before.values.concat(own.values);
  const pace = paceOf(times);
  const values: number[] = [];
  for (let index = times.length - 1; index >= 0 && values.length < count; index -= 1) {
    const time = times[index] as number;
    if (time < since) break;
    values.push(points[index] as number);
    const missing = Math.round((time - (times[index - 1] ?? time - pace)) / pace) - 1;
    for (let gap = 0; gap < missing && values.length < count; gap += 1) values.push(Number.NaN);
  }
  return values.reverse();
}

/** Returns the median of the intervals. */
function paceOf(times: readonly number[]): number {
  const gaps = new Float64Array(Math.max(0, times.length - 1));
  for (let index = 0; index < gaps.length; index += 1)
    gaps[index] = (times[index + 1] as number) - (times[index] as number);
  return gaps.sort()[gaps.length >> 1] ?? 1;
}
