import type { Compared, SeriesThreshold } from '../../../core/level-rule.ts';

/** For series that thresholds apply to directly. */
export const same: SeriesThreshold = (threshold) => threshold;

/** Thresholds in percent of another member of the item; null while that is not known. */
export const shareOf =
  (field: string): SeriesThreshold =>
  (threshold, served) => {
    const whole = served[field];
    return typeof whole === 'number' && whole > 0 ? (threshold * whole) / 100 : null;
  };

/** Compares the rate of a counter. */
export function rateOf(field: string): Compared {
  const rate = `${field}_rate_per_sec`;
  return { value: (served) => served[rate] as number, series: { [rate]: same } };
}
