/** History of another host, from `/api/history/range`, or `/api/history` without an archive. Untrusted. */
import type { Past, SeriesPoints, SeriesQuery } from './data-source.ts';
import { t } from '../../display/language.ts';

/** As the API has it. */
const POINTS = [10, 2000] as const;
/** Samples of its memory: an hour of the usual pace. */
const SAMPLES = 1800;

type Ask = (path: string) => Promise<unknown>;

/** @param ask gets the value of a path */
export const createRemotePast = (ask: Ask): Past => ({
  async read(query) {
    try {
      return await readDisk(ask, query);
    } catch (error) {
      const found = await readMemory(ask, query).catch(() => NOTHING);
      // The first refusal says more.
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
  answer: unknown,
  { plugin, series, from, to }: Omit<SeriesQuery, 'points'>,
): SeriesPoints {
  const { times, series: all } = members(members(answer)[plugin]);
  const column = members(all)[series];
  if (!Array.isArray(times) || !Array.isArray(column)) return NOTHING;
  const samples = times.flatMap((time: unknown, index): [number, number][] => {
    const value: unknown = column[index];
    return isNumber(time) && time >= from && time <= to && isNumber(value) ? [[time, value]] : [];
  });
  const values = samples.map(([, value]) => value);
  return { times: samples.map(([time]) => time), values, lows: values, highs: values };
}

/** Throws an `Error` for an answer of another form. */
export function pointsIn(answer: unknown, id: string): SeriesPoints {
  const { from, step, series } = members(answer);
  const found = members(series)[id];
  if (found === null) return NOTHING;
  const { avg, min, max } = members(found);
  if (!isNumber(from) || !isNumber(step) || step <= 0 || !Array.isArray(avg))
    throw new Error(t('it answers with a history of another form'));
  const column = (values: unknown): number[] =>
    avg.map((_, index) => {
      const value: unknown = Array.isArray(values) ? values[index] : null;
      return isNumber(value) ? value : Number.NaN;
    });
  return {
    times: avg.map((_, index) => from + (index + 0.5) * step),
    values: column(avg),
    lows: column(min),
    highs: column(max),
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

const members = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
