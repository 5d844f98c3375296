import { grown } from './grown.ts';

const FIRST_CAPACITY = 64;

/** Smallest, largest and mean value of a field: extremes since start, mean over as many samples as history holds. */
export class Extremes {
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #count = 0;
  readonly #size: number;
  /** Null where the mean is over all values. */
  #window: Float64Array | null;

  /** @param size samples the mean covers; 0 means all since start */
  constructor(size: number) {
    this.#size = size;
    this.#window = size === 0 ? null : new Float64Array(Math.min(size, FIRST_CAPACITY));
  }

  add(value: number): void {
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    if (this.#window !== null) this.#window = this.#withNewest(this.#window, value);
    this.#sum += value;
    this.#count += 1;
  }

  get min(): number {
    return this.#min;
  }

  get max(): number {
    return this.#max;
  }

  /** Rounded to two decimals. */
  get mean(): number {
    const counted = this.#window === null ? this.#count : Math.min(this.#count, this.#size);
    return Math.round((this.#sum / counted) * 100) / 100;
  }

  /** Returns the window with this value appended; a full window loses its oldest. */
  #withNewest(window: Float64Array, value: number): Float64Array {
    const slot = this.#count % this.#size;
    if (this.#count >= this.#size) this.#sum -= window[slot]!;
    const values = slot === window.length ? grown(window, Math.min(slot * 2, this.#size)) : window;
    values[slot] = value;
    return values;
  }
}
