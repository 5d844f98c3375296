/** The recent points of one series: times and values in two typed arrays, the oldest overwritten first. */
export class Ring {
  readonly #times: Float64Array;
  readonly #values: Float32Array;
  #next = 0;
  #length = 0;
  #version = 0;
  #past = 0;

  constructor(capacity: number) {
    this.#times = new Float64Array(capacity);
    this.#values = new Float32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Changes with every change of the ring. */
  get version(): number {
    return this.#version;
  }

  /** Changes when anything older than the newest value changes. */
  get past(): number {
    return this.#past;
  }

  /** Milliseconds of the newest value; -Infinity without any. */
  get lastTime(): number {
    return this.#length === 0 ? Number.NEGATIVE_INFINITY : this.timeAt(this.#length - 1);
  }

  /** Adds a value newer than the last one; ignores others. NaN marks a gap. */
  push(time: number, value: number): void {
    if (!(time > this.lastTime)) return;
    this.#times[this.#next] = time;
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.#times.length;
    this.#length = Math.min(this.#length + 1, this.#times.length);
    this.#version += 1;
  }

  clear(): void {
    this.#length = 0;
    this.#next = 0;
    this.#version += 1;
    this.#past += 1;
  }

  /** @param index from 0, the oldest */
  timeAt(index: number): number {
    return this.#times[this.#at(index)] ?? Number.NaN;
  }

  /** NaN without any. */
  get last(): number {
    return this.#length === 0 ? Number.NaN : this.valueAt(this.#length - 1);
  }

  valueAt(index: number): number {
    return this.#values[this.#at(index)] ?? Number.NaN;
  }

  /** Merges sorted values that are older than, between or newer than the present ones. */
  merge(points: Iterable<readonly [time: number, value: number]>): void {
    const known: [number, number][] = [];
    for (let index = 0; index < this.#length; index += 1)
      known.push([this.timeAt(index), this.valueAt(index)]);
    const first = known[0]?.[0] ?? Number.POSITIVE_INFINITY;
    const last = known.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
    const all: (readonly [number, number])[] = [...known];
    for (const point of points)
      if (point[0] < first || point[0] > last || this.#isGap(point[0])) all.push(point);
    all.sort((a, b) => a[0] - b[0]);
    this.clear();
    for (const [time, value] of all) this.push(time, value);
  }

  /** True when no value lies within 1.5 s of a time: a gap. */
  #isGap(time: number): boolean {
    for (let index = 0; index < this.#length; index += 1)
      if (Math.abs(this.timeAt(index) - time) < 1500) return false;
    return true;
  }

  /** Returns the largest value since `since`; 0 without any. */
  maxSince(since: number): number {
    let max = 0;
    for (let index = this.#length - 1; index >= 0 && this.timeAt(index) >= since; index -= 1) {
      const value = this.valueAt(index);
      if (value > max) max = value;
    }
    return max;
  }

  #at(index: number): number {
    const capacity = this.#times.length;
    return (this.#next - this.#length + index + capacity) % capacity;
  }
}
