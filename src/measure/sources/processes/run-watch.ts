import type { KeptFile } from './descriptors.ts';
import { LastContent } from './last-content.ts';

/** Scans at which `stat` did not change before the watch begins; twice as many after each time that the process ran. */
const FIRST_STILL = 2;
const MOST_STILL = 64;
const ZERO = 0x30;

/**
 * Tells whether a single-threaded process has run, from /proc/<pid>/schedstat (Documentation/scheduler/sched-stats.rst): CPU time
 * in nanoseconds and number of time slices. A read costs a fifth of `stat` and misses nothing, while `stat` counts hundredths of
 * a second. Per thread only, and not counted by some kernels.
 */
export class RunWatch {
  /** True if the process was idle at the last check. */
  isOn = false;
  readonly #file: KeptFile;
  readonly #content = new LastContent();
  #stillScans = 0;
  #stillNeeded = FIRST_STILL;
  #isPossible = true;

  constructor(file: KeptFile) {
    this.#file = file;
  }

  /**
   * Counts a scan that read `stat`. After enough of them without changes the watch begins: the next `stat` must be read after that,
   * and {@link end} called if the process ran.
   */
  prepare(isStill: boolean): void {
    this.#stillScans = isStill ? this.#stillScans + 1 : 0;
    if (this.#stillScans >= this.#stillNeeded && this.#isPossible) this.#begin();
  }

  /** True if the process ran since the watch began. Throws if it has ended. */
  hasRun(): boolean {
    return this.#content.update(this.#file.read());
  }

  end(): void {
    if (!this.isOn) return;
    this.isOn = false;
    this.#file.close();
    this.#stillScans = 0;
    this.#stillNeeded = Math.min(this.#stillNeeded * 2, MOST_STILL);
  }

  /** Gives everything back. */
  close(): void {
    this.#file.close();
  }

  #begin(): void {
    try {
      const bytes = this.#file.read();
      this.#content.update(bytes);
      // A kernel that does not count says 0: every process has run once.
      this.#isPossible = bytes.length > 0 && bytes[0] !== ZERO;
    } catch {
      // Any failure: all processes are read, as without it.
      this.#isPossible = false;
    }
    this.isOn = this.#isPossible;
    if (!this.isOn) this.#file.close();
  }
}
