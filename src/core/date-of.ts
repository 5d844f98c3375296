import type { Clock } from './host/clock.ts';

/**
 * The date of a monotonic moment, past or to come, as the wall clock tells it now. What waits keeps its moment, not its date: the
 * date moves when the clock is set. Milliseconds since the epoch.
 */
export const dateOf = (clock: Pick<Clock, 'now' | 'monotonic'>, at: number): number =>
  Math.round(clock.now() - clock.monotonic() + at);

/** The moment of a date of an earlier run, in monotonic milliseconds; from here on it does not move. A date to come counts as now. */
export const momentOf = (clock: Pick<Clock, 'now' | 'monotonic'>, date: number): number =>
  clock.monotonic() - Math.max(0, clock.now() - date);
