import { performance } from 'node:perf_hooks';
import type { Clock } from '../../core/host.ts';

/** Clock readings: wall clock (whole milliseconds) and monotonic clock (fractional). */
export interface TimeSources {
  wall(): number;
  monotonic(): number;
}

/**
 * The host's clock. `Date.now()` defines the wall clock, including steps (NTP, suspend), in whole milliseconds; the fraction comes
 * from the monotonic clock, limited to the same millisecond. It never runs backwards unless the wall clock does.
 */
export function createSystemClock(
  sources: TimeSources = { wall: () => Date.now(), monotonic: kernelTime() },
): Clock {
  let epoch = sources.wall() - sources.monotonic();
  return {
    now() {
      const wall = sources.wall();
      const monotonic = sources.monotonic();
      const fine = Math.min(Math.max(epoch + monotonic, wall), wall + 0.999);
      epoch = fine - monotonic;
      return fine;
    },
    monotonic: () => sources.monotonic(),
    setTimer(callback, ms) {
      const timer = setTimeout(callback, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}

/** CLOCK_MONOTONIC itself: `performance.now()` counts from the start of this thread. */
function kernelTime(): () => number {
  const start = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  return () => start + performance.now();
}
