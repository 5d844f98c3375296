/** One series of an answer, as JSON. */
import type { SeriesInfo } from '../../../archive/series.ts';
import type { Bins } from '../../../archive/tiers/bins.ts';
import type { Aggregate } from './range-query.ts';
import { shorten } from './shorten.ts';

/** @param found null: nothing is known of it */
export function seriesText(
  found: { readonly info: SeriesInfo; readonly bins: Bins } | null,
  aggregates: readonly Aggregate[],
): string {
  if (found === null) return 'null';
  const { unit, kind } = found.info;
  const columns = aggregates.map((name) => `${JSON.stringify(name)}:${columnText(found.bins, name)}`);
  return `{"unit":${JSON.stringify(unit)},"kind":"${kind}",${columns.join(',')}}`;
}

function columnText(bins: Bins, name: Aggregate): string {
  const values: number[] = [];
  for (let bin = 0; bin < bins.count; bin += 1) {
    const seconds = (bins.covered[bin] as number) / 1000;
    const avg = bins.avg[bin] as number;
    values.push(
      shorten(name === 'count' ? seconds : name === 'sum' ? avg * seconds : (bins[name][bin] as number)),
    );
  }
  return JSON.stringify(values);
}
