import { performance } from 'node:perf_hooks';
import { type Course, createCourse, type SavedCourse } from '../../core/course.ts';
import type { Clock } from '../../core/host.ts';

/** Clock readings: wall clock (whole milliseconds) and monotonic clock (fractional). */
interface TimeSources {
  wall(): number;
  monotonic(): number;
}

/** Its course in an earlier run. */
interface ClockPast {
  /** Boot id of this run; null: unknown. */
  readonly boot: string | null;
  readonly saved: SavedCourse | null;
}

/** Node.js calls back at once after a longer time. */
const LONGEST_MS = 2 ** 31 - 1;

const NO_PAST: ClockPast = { boot: null, saved: null };

export interface SystemClock extends Clock {
  /** For the next run. */
  course: Course['saved'];
}

/**
 * Creates the host's clock. `Date.now()` defines the wall clock, including steps (NTP, suspend), in whole milliseconds; the
 * fraction comes from the monotonic clock, limited to the same millisecond. It never runs backwards unless the wall clock does.
 */
export function createSystemClock(
  sources: TimeSources = { wall: () => Date.now(), monotonic: kernelTime() },
  { boot, saved }: ClockPast = NO_PAST,
): SystemClock {
  const course = createCourse({ ...sources, boot, saved });
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
    settled: course.settled,
    course: course.saved,
    setTimer(callback, ms) {
      const timer = setTimeout(callback, Math.min(ms, LONGEST_MS));
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
