import type { Clock } from './host/clock.ts';

/**
 * Converts a monotonic time to Unix milliseconds by the current offset of the wall clock. Store monotonic times, not dates: dates
 * move when the clock is set.
 */
export const dateOf = (clock: Pick<Clock, 'now' | 'monotonic'>, at: number): number =>
  Math.round(clock.now() - clock.monotonic() + at);

/** Converts a date of an earlier run (Unix milliseconds) to monotonic milliseconds. Future dates count as now. */
export const momentOf = (clock: Pick<Clock, 'now' | 'monotonic'>, date: number): number =>
  clock.monotonic() - Math.max(0, clock.now() - date);
