import type { Clock } from '../../core/host.ts';

/** Work that is cut into slices, so that requests are answered between them. */
export interface Slices {
  /** True when the current slice has used up its time. */
  isOver(): boolean;
  /** Lets the event loop run, then begins a new slice. */
  next(): Promise<void>;
}

/** Slices of `budgetMs` milliseconds. */
export function createSlices(clock: Clock, budgetMs: number): Slices {
  let start = clock.monotonic();
  return {
    isOver: () => clock.monotonic() - start >= budgetMs,
    async next() {
      await new Promise(setImmediate);
      start = clock.monotonic();
    },
  };
}
