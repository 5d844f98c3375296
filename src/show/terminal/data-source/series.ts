/** Recorded series, of this machine and of others. */
import { fieldsOf, othersOf, type Plugin } from '../../../core/plugin.ts';
import type { Point } from '../../../core/store/history.ts';
import type { Store } from '../../../core/store/store.ts';
import { createEarlier, spaced } from './earlier.ts';
import type { Past, SeriesDescription, SeriesPoints, SeriesQuery, SeriesRange } from './data-source.ts';

interface Recorded {
  readonly plugins: readonly Plugin[];
  readonly store: Pick<Store, 'history'>;
}

/** The value behind a recorded series, from the declaration of its plugin. */
export function describeSeries(
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

/** The recorded series: those in memory, and earlier ones that others kept. */
export interface Recording {
  recent(plugin: string, series: string, count: number): readonly number[];
  seriesOf(plugin: string): readonly string[];
  range(query: SeriesQuery): Promise<SeriesRange>;
  forget(): void;
}

export interface RecordingSetup {
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
        return { ...inMemory, note: error instanceof Error ? error.message : String(error) };
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
