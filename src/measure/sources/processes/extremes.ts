/** Smallest, largest and mean of a percentage since a process was selected. */
export class PercentStatistics {
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #count = 0;

  add(percent: number): void {
    this.#min = Math.min(this.#min, percent);
    this.#max = Math.max(this.#max, percent);
    this.#sum += percent;
    this.#count += 1;
  }

  /** The five values under their wire names. Call after {@link add}. */
  values<P extends string>(
    prefix: P,
  ): Record<`${P}_${'min' | 'max' | 'mean_sum' | 'mean_counter' | 'mean'}`, number> {
    return {
      [`${prefix}_min`]: this.#min,
      [`${prefix}_max`]: this.#max,
      [`${prefix}_mean_sum`]: this.#sum,
      [`${prefix}_mean_counter`]: this.#count,
      [`${prefix}_mean`]: this.#sum / this.#count,
    } as Record<`${P}_${'min' | 'max' | 'mean_sum' | 'mean_counter' | 'mean'}`, number>;
  }
}
