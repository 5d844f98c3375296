/** One series of an answer, as JSON: a quarter of a million values take half a second, so others have turns in between. */
import type { SeriesInfo } from '../../../keep/archive/series.ts';
import type { Bins } from '../../../keep/archive/format/bins.ts';
import type { Slice } from '../../../core/turns.ts';
import type { Aggregate } from './range-query.ts';
import { shorten } from './shorten.ts';

/** Values that are written between two looks at the clock. */
const STEP = 500;

/** @param found null: nothing is known of it */
export async function seriesText(
  found: { readonly info: SeriesInfo; readonly bins: Bins } | null,
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

async function columnText(bins: Bins, name: Aggregate, slice: Slice): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < bins.count; start += STEP) {
    const values: number[] = [];
    for (let bin = start; bin < Math.min(start + STEP, bins.count); bin += 1) {
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
