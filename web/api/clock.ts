/** Clocks of other machines: that of the browser may be hours away. */

/** Clocks that are no further apart are the same: samples take their time to come. */
const SAME_CLOCK_MS = 5000;

/** Milliseconds that another clock, which shows `time` now, is ahead. */
export function clocksApart(time: number): number {
  const apart = time - Date.now();
  return Math.abs(apart) > SAME_CLOCK_MS ? apart : 0;
}
