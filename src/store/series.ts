const FIRST_CAPACITY = 64;

/** A ring that starts small and doubles up to its size: most series never see a full history. */
export class Series {
  readonly field: string;
  readonly identity: string | null;
  #values: Float64Array;
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
    this.#values = new Float64Array(Math.min(FIRST_CAPACITY, size)).fill(Number.NaN);
  }

  set(index: number, value: number): void {
    while (index - this.#first >= this.#values.length && this.#values.length < this.#size) this.#grow();
    const missed = Math.min(index - this.last - 1, this.#values.length);
    for (let gap = index - missed; gap < index; gap += 1) this.#values[this.#slot(gap)] = Number.NaN;
    this.#values[this.#slot(index)] = value;
    this.last = index;
  }

  /** Value at an absolute index up to the newest, within the size; NaN when there is none. */
  at(index: number): number {
    return index < this.#first || index > this.last
      ? Number.NaN
      : (this.#values[this.#slot(index)] ?? Number.NaN);
  }

  /** Puts values before those that it has, the first of them at `start`. */
  prepend(start: number, values: Float64Array): void {
    const newest = this.last;
    const kept = Array.from({ length: Math.min(newest - this.#first + 1, this.#size) }, (_, back) =>
      this.at(newest - back),
    ).reverse();
    this.#first = start;
    this.last = start - 1;
    this.#values = new Float64Array(Math.min(FIRST_CAPACITY, this.#size)).fill(Number.NaN);
    for (const [offset, value] of values.entries()) if (!Number.isNaN(value)) this.set(start + offset, value);
    for (const [offset, value] of kept.entries()) this.set(newest - kept.length + 1 + offset, value);
  }

  #slot(index: number): number {
    return (index - this.#first) % this.#values.length;
  }

  /** Only called before the ring has wrapped, so that the old content is in order. */
  #grow(): void {
    const grown = new Float64Array(Math.min(this.#values.length * 2, this.#size)).fill(Number.NaN);
    grown.set(this.#values);
    this.#values = grown;
  }
}
