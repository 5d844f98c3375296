import type { Clock } from '../../src/core/host.ts';

export interface FakeClock extends Clock {
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
  let timers: Timer[] = [];

  function takeDue(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (timer.due <= end && (first === undefined || timer.due < first.due)) first = timer;
    }
    timers = timers.filter((timer) => timer !== first);
    return first;
  }

  return {
    now: () => start + stepped + elapsed,
    monotonic: () => elapsed,
    setTimer(callback, ms) {
      const timer = { due: elapsed + Math.max(ms, 0), callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    skip(ms) {
      elapsed += ms;
    },
    step(ms) {
      stepped += ms;
    },
    async advance(ms) {
      const end = elapsed + ms;
      await settle();
      for (let timer = takeDue(end); timer !== undefined; timer = takeDue(end)) {
        elapsed = timer.due;
        timer.callback();
        await settle();
      }
      elapsed = end;
    },
  };
}

/** Node runs all promise callbacks, and those they cause, before the next immediate. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
