/** Counters: the state kept between two samples of a cumulative value, and the served members. */

export interface CounterStep {
  /** Increase since the previous sample. */
  increase: number;
  /** Cumulative value, which never decreases while the item exists. */
  gauge: number;
  /** Whole number per second, rounded down. */
  rate: number;
  /** False for the first sample, whose zero rate is not a measurement. */
  measured: boolean;
}

/** State of one counter. */
export class Counter {
  /** Last value from the kernel; NaN before the first. */
  #raw = Number.NaN;
  /** Offset added after a wrap or reset, so that the served value never decreases. */
  #offset = 0;

  /**
   * Adds a sample. A smaller value means a wrap or reset: the previous value is added permanently. Nothing is counted while either
   * gauge is 0: a counter that only starts would show its lifetime as one increase.
   * @param seconds since the previous sample, above zero
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

  /** The next value counts as the first one again. */
  forget(): void {
    this.#raw = Number.NaN;
    this.#offset = 0;
  }
}
