/** Which processes were most often among the first while an event lasted. */

/** Ranks of a scan that count. */
export const COUNTED_RANKS = 6;
const SHOWN = 3;
/** Different names that are counted: an event may last for months among short-lived processes. */
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

  /** The names counted most often; of equals, the one seen first. */
  top(): string[] {
    return [...this.#counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .map(([name]) => name);
  }
}
