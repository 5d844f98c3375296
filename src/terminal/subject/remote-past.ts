/** The history of another machine, from its API: `/api/history/range`. Every answer is untrusted. */
import type { Past, SeriesPoints } from './subject.ts';

/** As the API has it. */
const POINTS = [10, 2000] as const;

/** @param ask gets the value of a path */
export const createRemotePast = (ask: (path: string) => Promise<unknown>): Past => ({
  async read({ plugin, series, from, to, points }) {
    const id = `${plugin}/${series}`;
    const query = new URLSearchParams({
      series: id,
      from: String(Math.floor(from)),
      to: String(Math.ceil(to)),
      points: String(Math.min(POINTS[1], Math.max(POINTS[0], points))),
    });
    return pointsIn(await ask(`/api/history/range?${query.toString()}`), id);
  },
});

/** Throws an `Error` for an answer of another form. */
export function pointsIn(answer: unknown, id: string): SeriesPoints {
  const { from, step, series } = members(answer);
  const found = members(series)[id];
  if (found === null) return { times: [], values: [], lows: [], highs: [] };
  const { avg, min, max } = members(found);
  if (!isNumber(from) || !isNumber(step) || step <= 0 || !Array.isArray(avg))
    throw new Error('it answers with a history of another form');
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
