/** History of another host, from `/api/history/range`, or `/api/history` without an archive. Untrusted. */
import type { Json } from '../../../core/served.ts';
import { adopt } from '../../../core/adopt.ts';
import type { Ask } from '../../../net/agents/remote.ts';
import { closed, listOf, loose, mapOf, number, orNull } from '../../../core/shape.ts';
import type { Past, SeriesPoints, SeriesQuery } from './data-source.ts';
import { t } from '../../display/language.ts';

/** Bounds of `points` in the API. */
const POINTS = [10, 2000] as const;
/** Samples of its memory: an hour of the usual pace. */
const SAMPLES = 1800;

const COLUMN = listOf(orNull(number()));
const memoryIn = adopt(mapOf('By plugin.', closed('', { times: COLUMN, series: mapOf('', COLUMN) })));
const rangeIn = adopt(
  closed('', {
    from: number(),
    step: number('', { minimum: 1 }),
    series: mapOf('By id.', orNull(loose({ avg: COLUMN, min: COLUMN, max: COLUMN }, ['avg']))),
  }),
);

/** @param ask gets the value of a path */
export const createRemotePast = (ask: Ask): Past => ({
  async read(query) {
    try {
      return await readDisk(ask, query);
    } catch (error) {
      const found = await readMemory(ask, query).catch(() => NOTHING);
      // The first error says more.
      if (found.times.length === 0) throw error;
      return found;
    }
  },
});

const NOTHING: SeriesPoints = { times: [], values: [], lows: [], highs: [] };

async function readDisk(ask: Ask, { plugin, series, from, to, points }: SeriesQuery): Promise<SeriesPoints> {
  const id = `${plugin}/${series}`;
  const query = new URLSearchParams({
    series: id,
    from: String(Math.floor(from)),
    to: String(Math.ceil(to)),
    points: String(Math.min(POINTS[1], Math.max(POINTS[0], points))),
  });
  return pointsIn(await ask(`/api/history/range?${query.toString()}`), id);
}

async function readMemory(ask: Ask, query: SeriesQuery): Promise<SeriesPoints> {
  const asked = new URLSearchParams({ series: `${query.plugin}/${query.series}`, n: String(SAMPLES) });
  return samplesIn(await ask(`/api/history?${asked.toString()}`), query);
}

/** Those of a time. Nothing for an answer of another form. */
export function samplesIn(
  answer: Json,
  { plugin, series, from, to }: Omit<SeriesQuery, 'points'>,
): SeriesPoints {
  const { times = [], series: all = {} } = memoryIn(answer)?.[plugin] ?? {};
  const column = all[series] ?? [];
  const samples = times.flatMap((time, index): [number, number][] => {
    const value = column[index] ?? null;
    return time !== null && time >= from && time <= to && value !== null ? [[time, value]] : [];
  });
  const values = samples.map(([, value]) => value);
  return { times: samples.map(([time]) => time), values, lows: values, highs: values };
}

/** Throws an `Error` for an answer of another form. */
export function pointsIn(answer: Json, id: string): SeriesPoints {
  const range = rangeIn(answer);
  const found = range?.series[id];
  if (found === null) return NOTHING;
  if (range === null || found === undefined) throw new Error(t('it answers with a history of another form'));
  const { avg, min = [], max = [] } = found;
  const column = (values: typeof avg): number[] => avg.map((_, index) => values[index] ?? Number.NaN);
  return {
    times: avg.map((_, index) => range.from + (index + 0.5) * range.step),
    values: column(avg),
    lows: column(min),
    highs: column(max),
  };
}
