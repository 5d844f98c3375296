/** Smallest, largest and mean value of a field: extremes since start, mean over as many samples as history holds. */
export class Extremes {
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #count = 0;
  #window: Float64Array;

  /** @param size samples the mean covers; 0 means all since start */
  constructor(size: number) {
    this.#window = new Float64Array(size);
  }

  add(value: number): void {
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    const size = this.#window.length;
    if (size > 0) {
      const slot = this.#count % size;
      this.#sum -= this.#window[slot] ?? 0;
      this.#window[slot] = value;
    }
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
    const size = this.#window.length;
    const counted = size > 0 ? Math.min(this.#count, size) : this.#count;
    return Math.round((this.#sum / counted) * 100) / 100;
  }
}
