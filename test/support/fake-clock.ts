import { createCourse } from '../../src/core/course.ts';
import { Slice } from '../../src/core/slice.ts';
import type { SystemClock } from '../../src/measure/host/system-clock.ts';

export interface FakeClock extends SystemClock {
  /**
   * Lets `ms` pass: calls the timers that come due, in order of their time, and after each lets everything run that
   * waits for a promise. Timers set meanwhile count too.
   */
  advance(ms: number): Promise<void>;
  /** Lets `ms` pass without calling any timer. */
  skip(ms: number): void;
  /** Sets the wall clock forward by this much; the monotonic clock continues. */
  step(ms: number): void;
}

interface Timer {
  due: number;
  callback: () => void;
}

/** A manual clock. `start`: its wall clock in Unix milliseconds. */
export function createFakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let elapsed = 0;
  let stepped = 0;
  /** By time; those of the same time in the order in which they were set. */
  const timers: Timer[] = [];

  const now = (): number => start + stepped + elapsed;
  const monotonic = (): number => elapsed;
  const saved = { boot: 'b', wall: start, monotonic: 0, ran: 0, steps: [] };
  const course = createCourse({ wall: now, monotonic, boot: 'b', saved });

  const takeDue = (end: number): Timer | undefined =>
    timers[0] !== undefined && timers[0].due <= end ? timers.shift() : undefined;

  return {
    now,
    monotonic,
    settled: course.settled,
    course: course.saved,
    setTimer(callback, ms) {
      const timer = { due: elapsed + Math.max(ms, 0), callback };
      timers.splice(timers.findLastIndex(({ due }) => due <= timer.due) + 1, 0, timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at !== -1) timers.splice(at, 1);
      };
    },
    skip(ms) {
      elapsed += ms;
    },
    step(ms) {
      // The clock is looked at in between.
      course.settled();
      stepped += ms;
    },
    async advance(ms) {
      const end = elapsed + ms;
      await settle();
      for (let timer = takeDue(end); timer !== undefined; timer = takeDue(end)) {
        elapsed = Math.max(elapsed, timer.due);
        timer.callback();
        await settle();
      }
      elapsed = end;
    },
  };
}

/**
 * Node runs all promise callbacks, and those they cause, before the next immediate. Work that used up its slice, as anything does on
 * a busy machine, takes more turns.
 */
async function settle(): Promise<void> {
  do await new Promise(setImmediate);
  while (Slice.isAwaited);
}
