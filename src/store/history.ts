/**
 * Recent courses of a plugin's numbers, in typed arrays. All series share one row of times; a sample without a
 * value for a series leaves a gap in it.
 */

const FIRST_CAPACITY = 64;
/** More series than this means that identities are made up as time goes by; the longest unseen ones go first. A sample may exceed it until the next one begins. */
const MAX_SERIES = 20_000;

/** A ring that starts small and doubles up to its size: most series never see a full history. */
class Series {
  #values: Float64Array;
  /** Absolute index of the first sample this series could hold. */
  readonly #first: number;
  readonly #size: number;
  /** Absolute index of the newest value. */
  last: number;

  constructor(first: number, size: number) {
    this.#first = first;
    this.#size = size;
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
    return index < this.#first ? Number.NaN : (this.#values[this.#slot(index)] ?? Number.NaN);
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

/** A point: milliseconds since the epoch, value. */
export type Point = [time: number, value: number];

/** The newest samples side by side, as they were when it was made. */
export interface HistoryWindow {
  /** Milliseconds since the epoch, oldest first. */
  readonly times: readonly number[];
  /** Values at these times, NaN where there is none; null for an unknown series. */
  column(name: string): number[] | null;
}

export class History {
  readonly #size: number;
  readonly #times: Series;
  readonly #series = new Map<string, Series>();
  #index = -1;

  /** @param size samples kept; 0 keeps none */
  constructor(size: number) {
    this.#size = size;
    this.#times = new Series(0, size);
  }

  /** Starts a sample; values recorded from now on belong to it. */
  begin(time: number): void {
    if (this.#size === 0) return;
    this.#index += 1;
    this.#times.set(this.#index, time);
    if (this.#index % this.#size === 0) this.#forgetUnseen();
    if (this.#series.size > MAX_SERIES) this.#forgetOldest();
  }

  record(name: string, value: number): void {
    if (this.#size === 0) return;
    let series = this.#series.get(name);
    if (series === undefined) {
      series = new Series(this.#index, this.#size);
      this.#series.set(name, series);
    }
    series.set(this.#index, value);
  }

  names(): string[] {
    return [...this.#series.keys()];
  }

  has(name: string): boolean {
    return this.#series.has(name);
  }

  /** The newest `limit` points of a series, oldest first; 0 means all. Empty for an unknown series. */
  points(name: string, limit = 0): Point[] {
    return this.#newest(name, limit, (index, value) => [this.#times.at(index), value]);
  }

  /**
   * The same of a series of rates, as increases since the sample before.
   * @param seconds what lies before the oldest sample that is kept
   */
  increases(name: string, limit: number, seconds: number): Point[] {
    const oldest = this.#oldest();
    return this.#newest(name, limit, (index, rate) => {
      const time = this.#times.at(index);
      const passed = index > oldest ? (time - this.#times.at(index - 1)) / 1000 : seconds;
      return [time, Math.round(rate * Math.max(0, passed))];
    });
  }

  /** Absolute index of the oldest sample that is kept. */
  #oldest(): number {
    return Math.max(0, this.#index - this.#size + 1);
  }

  #newest(name: string, limit: number, pointAt: (index: number, value: number) => Point): Point[] {
    const series = this.#series.get(name);
    if (series === undefined) return [];
    const points: Point[] = [];
    const oldest = this.#oldest();
    for (let index = series.last; index >= oldest && (limit === 0 || points.length < limit); index -= 1) {
      const value = series.at(index);
      if (!Number.isNaN(value)) points.push(pointAt(index, value));
    }
    return points.reverse();
  }

  /** @param limit samples at most; 0 means all that are kept */
  window(limit = 0): HistoryWindow {
    const end = this.#index;
    const kept = Math.min(this.#size, end + 1);
    const first = end + 1 - (limit === 0 ? kept : Math.min(limit, kept));
    const indexes = Array.from({ length: end + 1 - first }, (_, offset) => first + offset);
    return {
      times: indexes.map((index) => this.#times.at(index)),
      column: (name) => {
        const series = this.#series.get(name);
        if (series === undefined) return null;
        // Samples taken since then may have taken the place of the oldest.
        const oldest = this.#index - this.#size + 1;
        return indexes.map((index) =>
          index < oldest || index > series.last ? Number.NaN : series.at(index),
        );
      },
    };
  }

  #forgetUnseen(): void {
    for (const [name, series] of this.#series) {
      if (series.last <= this.#index - this.#size) this.#series.delete(name);
    }
  }

  #forgetOldest(): void {
    const oldestFirst = [...this.#series].sort(([, a], [, b]) => a.last - b.last);
    for (const [name] of oldestFirst.slice(0, -MAX_SERIES)) this.#series.delete(name);
  }
}
