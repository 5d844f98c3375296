import type { Clock } from '../../../core/host.ts';
import type { Steps } from '../../../core/steps.ts';

/** Work that is cut into slices, so that requests are answered between them. */
export interface Slices {
  /** True when the current slice has used up its time. */
  isOver(): boolean;
  /** Lets the event loop run, then begins a new slice. */
  next(): Promise<void>;
  /** Does work to its end, with as many slices as it takes. */
  all<T>(steps: Steps<T>): Promise<T>;
}

/** Longest time that a scan keeps the event loop from other work; bodies may have a slice in the same turn. */
export const SLICE_MS = 2;
/** From this number of processes on, what is done with all of them at once takes longer than a slice, or nearly as long. */
export const MANY = 2000;

/** Slices of `budgetMs` milliseconds. */
export function createSlices(clock: Clock, budgetMs: number): Slices {
  let start = clock.monotonic();
  const isOver = (): boolean => clock.monotonic() - start >= budgetMs;
  const next = async (): Promise<void> => {
    await new Promise(setImmediate);
    start = clock.monotonic();
  };
  return {
    isOver,
    next,
    async all(steps) {
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value;
        if (isOver()) await next();
      }
    },
  };
}
