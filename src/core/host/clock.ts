/** Time. */

/** Time, injected so that tests step it. */
export interface Clock {
  /** Wall clock: milliseconds since the epoch, with a fraction. For dates; a duration between two of its readings may be of any length. */
  now(): number;
  /** Milliseconds of the kernel's monotonic clock, which stands still while the machine sleeps. */
  monotonic(): number;
  /**
   * The wall clock as data may be deleted by it: never later than `now`, and without steps forward of the last day. Everything that
   * is removed because of its age compares with this.
   */
  settled(): number;
  /** Calls back once after `ms`; the result cancels it. Never keeps the process alive by itself. */
  setTimer(callback: () => void, ms: number): () => void;
}
