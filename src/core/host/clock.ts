/** Time. */

/** Time, injected so that tests step it. */
export interface Clock {
  /** Wall clock: milliseconds since the epoch, with a fraction. */
  now(): number;
  /** Milliseconds of the kernel's monotonic clock, which stands still while the machine sleeps. */
  monotonic(): number;
  /** Calls back once after `ms`; the result cancels it. Never keeps the process alive by itself. */
  setTimer(callback: () => void, ms: number): () => void;
}
