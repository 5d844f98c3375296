/** A past made of functions of time. */
import type { SavedEvent } from '../../src/core/event.ts';
import { Slice } from '../../src/core/slice.ts';
import type { HistorySource, Mark, Note, TopEntry } from '../../src/history/past/history-source.ts';
import type { SeriesInfo } from '../../src/history/past/series.ts';

/** A value at a time; NaN: none. */
export type ValueAt = (time: number) => number;

export interface MadePast {
  /** By id: `plugin/field`, or `plugin/item/field`. */
  readonly series: Readonly<Record<string, readonly [unit: string | null, at: ValueAt]>>;
  readonly top?: (at: number) => Omit<TopEntry, 'time' | 'seconds'> | null;
  readonly events?: readonly SavedEvent[];
  readonly marks?: readonly Mark[];
  readonly notes?: readonly Note[];
  readonly oldest: number;
  readonly pace?: number;
  readonly isGone?: () => boolean;
}

const MINUTE = 60_000;

export function madePast({
  series,
  top,
  events = [],
  marks = [],
  notes = [],
  ...made
}: MadePast): HistorySource {
  const { oldest, pace = 2000, isGone } = made;
  const described = new Map(
    Object.entries(series).map(([path, [unit, at]]) => {
      const parts = path.split('/');
      const [plugin = ''] = parts;
      const field = parts.at(-1) ?? '';
      const item = parts.length > 2 ? parts.slice(1, -1).join('/') : null;
      const info: SeriesInfo = {
        plugin,
        item,
        field,
        kind: field.endsWith('_rate_per_sec') ? 'rate' : 'gauge',
        unit,
      };
      return [item === null ? path : `${plugin}/${item}_${field}`, { info, at }] as const;
    }),
  );
  return {
    pace,
    oldest,
    slice: new Slice({ ms: 2, isGone }),
    version: () => null,
    async *range(ids, { from, to, step }) {
      for (const id of ids) {
        const found = described.get(id);
        if (found === undefined) {
          yield null;
          continue;
        }
        const avg = Float64Array.from({ length: (to - from) / step }, (_, index) => {
          const time = from + index * step;
          return time < oldest ? Number.NaN : found.at(time);
        });
        yield { info: found.info, bins: { avg, min: avg, max: avg, covered: avg.map(() => step) } };
      }
    },
    series: async (from, to) =>
      [...described].map(([id, { info }]) => ({ id, info, first: from, last: to, isLive: false })),
    moment: async (time) => ({ time, step: MINUTE, objects: new Map(), lists: new Map() }),
    async top(at) {
      const time = Math.ceil(at / MINUTE) * MINUTE;
      const entry = at < oldest ? null : (top?.(at) ?? null);
      return entry === null ? null : { time, seconds: 60, ...entry };
    },
    events: async (from, to) => ({
      events: events.filter(
        ({ event }) => event.begin * 1000 < to && (event.end < 0 || event.end * 1000 >= from),
      ),
      marks: marks.filter(({ time }) => time >= from && time < to),
      notes,
    }),
  };
}
