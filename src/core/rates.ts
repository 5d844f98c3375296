/** Counters: what is remembered of a cumulative value between two samples, and what is served of it. */

export interface CounterStep {
  /** Increase since the previous sample. */
  increase: number;
  /** Cumulative value, never falling while the item exists. */
  gauge: number;
  /** Whole number per second, rounded down. */
  rate: number;
  /** False for the first sight, whose zero rate is not a measurement. */
  measured: boolean;
}

/** One counter's memory. */
export class Counter {
  /** Last value as the kernel gave it; NaN before the first. */
  #raw = Number.NaN;
  /** Added to the kernel's value since it wrapped or was reset, so that the served gauge never goes back. */
  #offset = 0;

  /**
   * Takes the counter one sample further. A value below its predecessor means a wrap or a reset: the predecessor is
   * added for good. While either gauge is 0 nothing is counted: a counter that only starts to work would otherwise
   * show its whole life as one increase.
   * @param seconds time since the previous sample, above zero
   */
  step(raw: number, seconds: number): CounterStep {
    const before = this.#raw + this.#offset;
    if (raw < this.#raw) this.#offset += this.#raw;
    this.#raw = raw;
    const gauge = raw + this.#offset;
    if (Number.isNaN(before)) return { increase: 0, gauge, rate: 0, measured: false };
    const increase = before === 0 || gauge === 0 ? 0 : gauge - before;
    return { increase, gauge, rate: Math.floor(increase / seconds), measured: true };
  }

  /** The next value is a first sight again. */
  forget(): void {
    this.#raw = Number.NaN;
    this.#offset = 0;
  }
}
