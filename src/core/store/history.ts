/** Recent history of a plugin's numbers in typed arrays. All series share a row of times; a sample without a value is a gap. */
import { nameSeries, type SeriesName } from '../series-name.ts';
import { Series } from './series.ts';

/**
 * Limit of series. More usually mean that identities are created continuously, so the longest unseen ones are dropped. A sample may
 * exceed it until the next one. If as many exist at once, the first ones have a history.
 */
const MAX_SERIES = 20_000;

/** A point: milliseconds since the epoch, value. */
export type Point = [time: number, value: number];

/** The newest points of one series, oldest first. */
export interface RecentPoints {
  /** Milliseconds since the epoch. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** Columns of the newest samples; fixed when it is made. */
export interface HistoryWindow {
  /** Milliseconds since the epoch, oldest first. */
  readonly times: readonly number[];
  /** Values at these times, NaN where there is none; null for an unknown series. */
  column(name: string): number[] | null;
}

/** One series as it is kept, by absolute indexes of samples. */
export interface RecordedSeries {
  readonly field: string;
  /** Identity of the item; null where the plugin serves one object. */
  readonly identity: string | null;
  /** Absolute index of the newest value. */
  readonly last: number;
  /** NaN where there is none. */
  at(index: number): number;
}

export class History {
  readonly #size: number;
  readonly #kept: number;
  readonly #times: Series;
  /** Milliseconds that samples from before a restart stand for: time passed between two of them that nobody measured. */
  #covers: Series | null = null;
  readonly #series = new Map<string, Series>();
  /** All series are of the last sample, and there were more: new ones have to wait until some are not seen any more. */
  #isFull = false;
  /** How many have waited in this sample. */
  #refused = 0;
  /** Absolute index of the first sample; below zero where older ones were put before those of this run. */
  #start = 0;
  #index = -1;

  /**
   * @param size served samples; 0: none
   * @param kept stored samples, for readers by index
   */
  constructor(size: number, kept = size) {
    this.#size = size;
    this.#kept = size === 0 ? 0 : Math.max(size, kept);
    this.#times = new Series(0, this.#kept);
  }

  /** Starts a sample; values recorded from now on belong to it. */
  begin(time: number): void {
    if (this.#kept === 0) return;
    this.#index += 1;
    this.#times.set(this.#index, time);
    if (this.#index % this.#kept === 0) this.#forgetUnseen();
    if (this.#series.size + this.#refused > MAX_SERIES) this.#makeRoom();
  }

  /** @param identity of the item, where the plugin serves a list */
  record(field: string, value: number, identity: string | null = null): void {
    this.take(nameSeries(field, identity), value);
  }

  /** Like {@link record}, for callers that cache the names of their series. */
  take(series: SeriesName, value: number): void {
    if (this.#kept === 0) return;
    const known = this.#series.get(series.name) ?? this.#begun(series, this.#index);
    if (known === null) this.#refused += 1;
    else known.set(this.#index, value);
  }

  /**
   * Allocates a value of the next sample, which takes longer than recording it. Not visible before.
   * @returns false: no room
   */
  expect(series: SeriesName): boolean {
    if (this.#kept === 0) return false;
    const isKept = this.#series.has(series.name) || this.#begun(series, this.#index + 1) !== null;
    if (!isKept) this.#refused += 1;
    return isKept;
  }

  /** Null where there is no room for it. */
  #begun({ field, identity, name }: SeriesName, index: number): Series | null {
    if (this.#isFull && this.#series.size >= MAX_SERIES) return null;
    const series = new Series(index, this.#kept, field, identity);
    this.#series.set(name, series);
    return series;
  }

  /** Undefined for one that has no value yet. */
  #found(name: string): Series | undefined {
    const series = this.#series.get(name);
    return series?.hasValues === true ? series : undefined;
  }

  /** Absolute index behind the newest sample. */
  get end(): number {
    return this.#index + 1;
  }

  /** Absolute index of the oldest sample that is kept. */
  get first(): number {
    return Math.max(this.#start, this.#index - this.#kept + 1);
  }

  /** Milliseconds since the epoch, of a sample that is kept. */
  timeAt(index: number): number {
    return this.#times.at(index);
  }

  /** By the name that it is served under. */
  find(name: string): RecordedSeries | undefined {
    return this.#found(name);
  }

  /** Milliseconds that a sample of an earlier run stands for; null for samples of this one. */
  restoredCover(index: number): number | null {
    const cover = this.#covers?.at(index) ?? Number.NaN;
    return Number.isNaN(cover) ? null : cover;
  }

  *recorded(): Iterable<RecordedSeries> {
    for (const series of this.#series.values()) if (series.hasValues) yield series;
  }

  /**
   * Prepends samples of an earlier run, as many of the newest as fit; {@link fill} gives them values. Only once.
   * @param covers milliseconds of each sample
   * @returns absolute index of the first of `times`, whether it fits or not
   */
  prepend(times: Float64Array, covers: Float64Array): number {
    const room = Math.max(0, this.#kept - (this.#index - this.#start + 1));
    const skipped = Math.max(0, times.length - room);
    const start = this.#start - times.length;
    this.#start -= times.length - skipped;
    this.#times.prepend(this.#start, times.subarray(skipped));
    this.#covers = new Series(this.#start, this.#kept);
    for (let row = skipped; row < covers.length; row += 1)
      this.#covers.set(start + row, covers[row] as number);
    return start;
  }

  /** Gives one series its values at the samples from `start` on. */
  fill(field: string, identity: string | null, start: number, values: Float64Array): void {
    const skipped = Math.max(0, this.first - start);
    if (skipped >= values.length) return;
    const name = nameSeries(field, identity);
    const series = this.#series.get(name.name) ?? this.#begun(name, this.#index);
    series?.prepend(start + skipped, values.subarray(skipped));
  }

  names(): string[] {
    return [...this.#series].flatMap(([name, { hasValues }]) => (hasValues ? name : []));
  }

  has(name: string): boolean {
    return this.#found(name) !== undefined;
  }

  /** Returns the newest `limit` points of a series, oldest first; 0 means all. Empty for an unknown series. */
  points(name: string, limit = 0): Point[] {
    return this.#newest(name, limit, (index, value) => [this.#times.at(index), value]);
  }

  /**
   * Like {@link points}, as columns without an object for each point. @param since Unix milliseconds; older points are left out
   */
  recent(name: string, limit: number, since: number): RecentPoints {
    const series = this.#found(name);
    const times: number[] = [];
    const values: number[] = [];
    const oldest = this.#oldest();
    for (let index = series?.last ?? -1; index >= oldest && values.length < limit; index -= 1) {
      const value = series?.at(index) ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const time = this.#times.at(index);
      if (time < since) break;
      times.push(time);
      values.push(value);
    }
    return { times: times.reverse(), values: values.reverse() };
  }

  /**
   * Like {@link points}, for a series of rates: as increases since the previous sample.
   * @param seconds before the oldest stored sample
   */
  increases(name: string, limit: number, seconds: number): Point[] {
    const oldest = this.#oldest();
    return this.#newest(name, limit, (index, rate) => {
      const time = this.#times.at(index);
      const passed = index > oldest ? this.#secondsBefore(index, seconds) : seconds;
      return [time, Math.round(rate * Math.max(0, passed))];
    });
  }

  /** Since the sample before; across the pause of a restart, what the sample stands for. */
  #secondsBefore(index: number, seconds: number): number {
    const cover = this.restoredCover(index);
    if (cover !== null) return cover / 1000;
    if (index === 0 && this.#start < 0) return seconds;
    return (this.#times.at(index) - this.#times.at(index - 1)) / 1000;
  }

  /** Absolute index of the oldest sample that is served. */
  #oldest(): number {
    return Math.max(this.#start, this.#index - this.#size + 1);
  }

  #newest(name: string, limit: number, pointAt: (index: number, value: number) => Point): Point[] {
    const series = this.#found(name);
    if (series === undefined) return [];
    const points: Point[] = [];
    const oldest = this.#oldest();
    for (let index = series.last; index >= oldest && (limit === 0 || points.length < limit); index -= 1) {
      const value = series.at(index);
      if (!Number.isNaN(value)) points.push(pointAt(index, value));
    }
    return points.reverse();
  }

  /** @param limit samples at most; 0 means all kept ones */
  window(limit = 0): HistoryWindow {
    const end = this.#index;
    const served = end + 1 - this.#oldest();
    const first = end + 1 - (limit === 0 ? served : Math.min(limit, served));
    const indexes = Array.from({ length: end + 1 - first }, (_, offset) => first + offset);
    return {
      times: indexes.map((index) => this.#times.at(index)),
      column: (name) => {
        const series = this.#found(name);
        if (series === undefined) return null;
        // Samples taken since then may have taken the place of the oldest.
        const oldest = this.first;
        return indexes.map((index) =>
          index < oldest || index > series.last ? Number.NaN : series.at(index),
        );
      },
    };
  }

  #forgetUnseen(): void {
    for (const [name, series] of this.#series) {
      if (series.last <= this.#index - this.#kept) this.#series.delete(name);
    }
  }

  #makeRoom(): void {
    const wanted = this.#series.size + this.#refused - MAX_SERIES;
    const unseen: { name: string; last: number }[] = [];
    // Each sample of a machine with too many comes here, and an iterator would make objects of all of them.
    this.#series.forEach(({ last }, name) => {
      if (last < this.#index - 1) unseen.push({ name, last });
    });
    const oldestFirst = unseen.sort((a, b) => a.last - b.last);
    for (const { name } of oldestFirst.slice(0, wanted)) this.#series.delete(name);
    if (this.#series.size > MAX_SERIES)
      for (const name of [...this.#series.keys()].slice(MAX_SERIES)) this.#series.delete(name);
    this.#isFull = unseen.length < wanted;
    this.#refused = 0;
  }
}
