/** Time. */

/** Time, injected so that tests step it. */
export interface Clock {
  /** Wall clock: milliseconds since the epoch, with a fraction. For dates; a duration between two of its readings may be of any length. */
  now(): number;
  /** Milliseconds of the kernel's monotonic clock, which stands still while the machine sleeps. */
  monotonic(): number;
  /**
   * Returns the wall clock for deletion by age: never later than `now`, and without forward steps of the last day. All deletion
   * by age compares with it.
   */
  settled(): number;
  /** Calls back once after `ms`; the result cancels it. Never keeps the process alive by itself. */
  setTimer(callback: () => void, ms: number): () => void;
}
