import { grown } from '../grown.ts';

const FIRST_CAPACITY = 64;

/** A ring that starts small and doubles up to its size: most series never fill it. Constant series have a single value instead. */
export class Series {
  readonly field: string;
  readonly identity: string | null;
  /** Null as long as all values are {@link #constant}. */
  #values: Float64Array | null = null;
  #constant = Number.NaN;
  /** Absolute index of the first sample this series could hold. */
  #first: number;
  readonly #size: number;
  /** Absolute index of the newest value. */
  last: number;

  constructor(first: number, size: number, field = '', identity: string | null = null) {
    this.#first = first;
    this.#size = size;
    this.field = field;
    this.identity = identity;
    this.last = first - 1;
  }

  get hasValues(): boolean {
    return this.last >= this.#first;
  }

  set(index: number, value: number): void {
    if (this.#values === null && this.#keepsConstant(index, value)) return;
    let values = this.#values ?? this.#spread();
    while (index - this.#first >= values.length && values.length < this.#size)
      // The ring does not wrap before it has its full size, so the old content is in order.
      values = grown(values, this.#capacityOf(values.length * 2));
    const missed = Math.min(index - this.last - 1, values.length);
    for (let gap = index - missed; gap < index; gap += 1) values[this.#slot(gap, values)] = Number.NaN;
    values[this.#slot(index, values)] = value;
    this.#values = values;
    this.last = index;
  }

  /** Value at an absolute index up to the newest, within the size; NaN when there is none. */
  at(index: number): number {
    if (index < this.#first || index > this.last) return Number.NaN;
    return this.#values === null ? this.#constant : this.#values[this.#slot(index, this.#values)]!;
  }

  /** Puts values before those that it has, the first of them at `start`. */
  prepend(start: number, values: Float64Array): void {
    const newest = this.last;
    const kept = Array.from({ length: Math.min(newest - this.#first + 1, this.#size) }, (_, back) =>
      this.at(newest - back),
    ).reverse();
    this.#first = start;
    this.last = start - 1;
    this.#values = null;
    for (const [offset, value] of values.entries()) if (!Number.isNaN(value)) this.set(start + offset, value);
    for (const [offset, value] of kept.entries()) this.set(newest - kept.length + 1 + offset, value);
  }

  #slot(index: number, { length }: Float64Array): number {
    return (index - this.#first) % length;
  }

  #capacityOf(count: number): number {
    return Math.min(Math.max(count, FIRST_CAPACITY), this.#size);
  }

  /** Takes a value that is that of all samples before, of which none is without. */
  #keepsConstant(index: number, value: number): boolean {
    const isFirst = this.last < this.#first;
    if (index > this.last + 1 || !(isFirst || Object.is(value, this.#constant))) return false;
    this.#constant = value;
    this.last = index;
    return true;
  }

  /** A ring with the value of all samples before. */
  #spread(): Float64Array {
    const count = this.last - this.#first + 1;
    let capacity = this.#capacityOf(0);
    while (capacity < Math.min(count, this.#size)) capacity = this.#capacityOf(capacity * 2);
    return new Float64Array(capacity).fill(Number.NaN).fill(this.#constant, 0, count);
  }
}
