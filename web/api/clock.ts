/** Clocks of other hosts may differ from the browser's by hours. */

/** Smaller differences count as equal clocks: samples take time to arrive. */
const SAME_CLOCK_MS = 5000;

/** Milliseconds by which a clock that shows `time` now is ahead. */
export function clocksApart(time: number): number {
  const apart = time - Date.now();
  return Math.abs(apart) > SAME_CLOCK_MS ? apart : 0;
}
