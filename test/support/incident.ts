/** Recorded incidents: what the history held of a few minutes, as gzipped JSON. `npm run record-incident` makes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SavedEvent } from '../../src/core/event.ts';
import { Turns } from '../../src/core/turns.ts';
import type { Cause, TimeSpan } from '../../src/keep/explain/explanation.ts';
import type { HistorySource, Mark, TopEntry } from '../../src/keep/past/history-source.ts';
import type { SeriesInfo } from '../../src/keep/past/series.ts';

export const INCIDENTS = join(import.meta.dirname, '../incidents');
const MOST_BYTES = 64 * 2 ** 20;

export interface RecordedSeries extends Pick<SeriesInfo, 'plugin' | 'item' | 'field' | 'kind' | 'unit'> {
  /** One per step; null: none. */
  readonly values: readonly (number | null)[];
}

export interface Incident {
  readonly kind: string;
  /** Any of these is right; `none` for a quiet window. */
  readonly causes: readonly Cause[];
  /** Any of these names is right; none: no program is to be named. */
  readonly programs: readonly string[];
  readonly window: TimeSpan;
  /** Milliseconds: begin of the first value, and between two. */
  readonly from: number;
  readonly step: number;
  readonly series: readonly RecordedSeries[];
  readonly top: readonly TopEntry[];
  readonly events: readonly SavedEvent[];
  readonly marks: readonly Mark[];
}

/** Recordings for rules to be made by, and those that are measured once. */
export type Half = 'training' | 'held-out';

export const halfOf = (name: string): Half =>
  Number(/-(\d+)\.json\.gz$/.exec(name)?.[1] ?? 1) % 2 === 1 ? 'training' : 'held-out';

export const incidentNames = (half: Half): string[] =>
  readdirSync(INCIDENTS)
    .filter((name) => name.endsWith('.json.gz') && halfOf(name) === half)
    .sort();

/** Throws where the file is damaged. */
export function readIncident(name: string): Incident {
  const bytes = gunzipSync(readFileSync(join(INCIDENTS, name)), { maxOutputLength: MOST_BYTES });
  return JSON.parse(bytes.toString('utf8')) as Incident;
}

/** The past that a recording is. */
export function pastOfIncident({ from, step, series, top, events, marks }: Incident): HistorySource {
  const byId = new Map(
    series.map((one) => {
      const { plugin, item, field, kind, unit, values } = one;
      const info: SeriesInfo = { plugin, item, field, kind, unit };
      return [item === null ? `${plugin}/${field}` : `${plugin}/${item}_${field}`, { info, values }] as const;
    }),
  );
  const valueAt = (values: readonly (number | null)[], begin: number, end: number): number => {
    const part = values
      .slice(Math.max(0, Math.floor((begin - from) / step)), Math.max(0, Math.ceil((end - from) / step)))
      .filter((one) => one !== null);
    return part.length === 0 ? Number.NaN : part.reduce((sum, one) => sum + one, 0) / part.length;
  };
  return {
    pace: step,
    oldest: from,
    slice: new Turns().begin(),
    version: () => null,
    async *range(ids, wanted) {
      for (const id of ids) {
        const found = byId.get(id);
        if (found === undefined) {
          yield null;
          continue;
        }
        const avg = Float64Array.from({ length: (wanted.to - wanted.from) / wanted.step }, (_, index) =>
          valueAt(found.values, wanted.from + index * wanted.step, wanted.from + (index + 1) * wanted.step),
        );
        yield { info: found.info, bins: { avg, min: avg, max: avg, covered: avg } };
      }
    },
    series: async (first, last) =>
      [...byId].map(([id, { info }]) => ({ id, info, first, last, isLive: false })),
    moment: async (time) => ({ time, step, objects: new Map(), lists: new Map() }),
    top: async (at) => top.find(({ time, seconds }) => time >= at && time - seconds * 1000 <= at) ?? null,
    events: async (first, last) => ({
      events: events.filter(
        ({ event }) => event.begin * 1000 < last && (event.end < 0 || event.end * 1000 >= first),
      ),
      marks: marks.filter(({ time }) => time >= first && time < last),
      notes: [],
    }),
  };
}
