/** Work that is cut into slices, so that requests are answered between them. */
export interface Slices {
  /** True when the current slice has used up its time. */
  isOver(): boolean;
  /** Lets the event loop run, then begins a new slice. */
  next(): Promise<void>;
}

/** Slices of `budgetMs` milliseconds of real time; this is about fairness, not about when something was measured. */
export function createSlices(budgetMs: number): Slices {
  let start = performance.now();
  return {
    isOver: () => performance.now() - start >= budgetMs,
    async next() {
      await new Promise(setImmediate);
      start = performance.now();
    },
  };
}
