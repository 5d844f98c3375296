/** Collects why values of a sample are null, for one short sentence. */
import type { Served } from './served.ts';
import { unknownIn } from './unknown.ts';

/** Impossible values that are named; the rest is counted. */
const MOST_NAMED = 3;

export class Problems {
  #named: string[] = [];
  #count = 0;

  /** Adds the unknown members of an object or item. */
  add(item: Served): void {
    const reasons = unknownIn(item);
    if (reasons === undefined) return;
    for (const reason of reasons.values()) {
      if (reason === null) continue;
      this.#count += 1;
      if (this.#named.length < MOST_NAMED) this.#named.push(reason);
    }
  }

  clear(): void {
    if (this.#count === 0) return;
    this.#named = [];
    this.#count = 0;
  }

  /** Null: there are none. */
  get reason(): string | null {
    if (this.#count === 0) return null;
    const more = this.#count - this.#named.length;
    return this.#named.join('; ') + (more === 0 ? '' : `; and ${more} more`);
  }
}
