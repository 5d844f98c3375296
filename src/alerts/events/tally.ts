/** Counts which processes were most often at the top during an event. */

/** Ranks of a scan that count. */
export const COUNTED_RANKS = 6;
const SHOWN = 3;
/** Most distinct names counted: an event may last for months while short-lived processes come and go. */
const MAX_NAMES = 500;

export class Tally {
  readonly #counts = new Map<string, number>();

  /** @param names of the first processes, the first first */
  add(names: readonly string[]): void {
    for (const name of names) {
      const count = this.#counts.get(name) ?? 0;
      if (count > 0 || this.#counts.size < MAX_NAMES) this.#counts.set(name, count + 1);
    }
  }

  clear(): void {
    this.#counts.clear();
  }

  /** The most frequent names; on ties, the first seen. */
  top(): string[] {
    return [...this.#counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .map(([name]) => name);
  }
}
