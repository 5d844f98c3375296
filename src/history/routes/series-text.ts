/** Writes a series as JSON, yielding in between: a quarter of a million values take half a second. */
import { tierFor } from '../archive/query/range.ts';
import type { Range, RangeSeries, RollUp } from '../past/history-source.ts';
import type { Slice } from '../../core/slice.ts';
import type { Aggregate } from './range-query.ts';
import { shorten } from './shorten.ts';

/** Values between two checks of the clock. */
const STEP = 500;

/** Returns the common members of a reply, without its end. @param oldest time of the source's oldest value */
export function gridText({ from, to, step }: Range, oldest: number | null): string {
  const count = Math.round((to - from) / step);
  return JSON.stringify({ from, to, step, tier: tierFor(step), count, oldest }).slice(0, -1);
}

/** @param found null: unknown */
export async function seriesText(
  found: RangeSeries | null,
  aggregates: readonly Aggregate[],
  slice: Slice,
): Promise<string> {
  if (found === null) return 'null';
  const { unit, kind } = found.info;
  const columns: string[] = [];
  for (const name of aggregates)
    columns.push(`${JSON.stringify(name)}:${await columnText(found.bins, name, slice)}`);
  return `{"unit":${JSON.stringify(unit)},"kind":"${kind}",${columns.join(',')}}`;
}

async function columnText(bins: RollUp, name: Aggregate, slice: Slice): Promise<string> {
  const parts: string[] = [];
  const { length } = bins.avg;
  for (let start = 0; start < length; start += STEP) {
    const values: number[] = [];
    for (let bin = start; bin < Math.min(start + STEP, length); bin += 1) {
      const seconds = (bins.covered[bin] as number) / 1000;
      const avg = bins.avg[bin] as number;
      values.push(
        shorten(name === 'count' ? seconds : name === 'sum' ? avg * seconds : (bins[name][bin] as number)),
      );
    }
    parts.push(JSON.stringify(values).slice(1, -1));
    if (slice.isOver) await slice.next();
  }
  return `[${parts.join(',')}]`;
}
