/** Series over time: queries per step, and conversion to columns. */
import type { RangeSeries, RollUp } from '../past/history-source.ts';
import type { SeriesInfo } from '../past/series.ts';
import { type QueryScope, RATE_SAMPLES } from './promql.ts';
import type { QueryRow } from './rows.ts';
import type { StoredField } from './stored-field.ts';

export type Aggregate = 'avg' | 'min' | 'max';

/** One value per step. Rates are averages already; their extremes come from shorter rates. */
export function overTime(
  field: StoredField,
  scope: QueryScope,
  aggregate: Aggregate,
  step: number,
  interval: number,
): string {
  const isFine = step <= RATE_SAMPLES * interval;
  if (field.kind === 'rate') {
    if (aggregate === 'avg' || isFine) return field.expression(scope);
    const short = { ...scope, window: RATE_SAMPLES * interval };
    return `${aggregate}_over_time((${field.expression(short)})[${step}s:${interval}s])`;
  }
  // Samples are not aligned to steps: less than two intervals may contain none.
  const span = Math.max(step, 2 * interval);
  return field.isPlain
    ? `${aggregate}_over_time(${field.expression(scope)}[${span}s])`
    : `${aggregate}_over_time((${field.expression({ ...scope, window: RATE_SAMPLES * interval })})[${span}s:${interval}s])`;
}

export function emptySeries(info: SeriesInfo, count: number): RangeSeries {
  const empty = () => new Float64Array(count).fill(Number.NaN);
  return { info, bins: { avg: empty(), min: empty(), max: empty(), covered: new Float64Array(count) } };
}

export function fillColumn(
  column: Float64Array,
  points: QueryRow['points'],
  { from, step, factor }: { from: number; step: number; factor: number },
): void {
  for (let at = 0; at < points.length; at += 2) {
    const [seconds, value] = [points[at] as number, points[at + 1] as number];
    const row = Math.round((seconds * 1000 - from) / step) - 1;
    if (row >= 0 && row < column.length && Number.isFinite(value) && Number.isNaN(column[row]))
      column[row] = value * factor;
  }
}

/** Completes a series; a value covers its whole step. */
export function finishSeries({ bins }: RangeSeries, step: number, hasBand: boolean): void {
  for (let row = 0; row < bins.avg.length; row += 1)
    if (!Number.isNaN(bins.avg[row])) bins.covered[row] = step;
  if (hasBand) encloseAverage(bins);
}

/** Clamps the extremes around the average: the three come from rates over different spans. */
function encloseAverage({ avg, min, max }: RollUp): void {
  for (let row = 0; row < avg.length; row += 1) {
    const value = avg[row] as number;
    if (Number.isNaN(value)) continue;
    min[row] = Math.min(value, Number.isNaN(min[row]) ? value : (min[row] as number));
    max[row] = Math.max(value, Number.isNaN(max[row]) ? value : (max[row] as number));
  }
}
