/** Averages, extremes and covered time per regular interval, for roll-ups and queries. */
import type { RollUp } from '../../past/history-source.ts';
import { decimalsOf } from './decimal.ts';

/** Significant digits of an average, unless the samples have more decimals. */
const DIGITS = 4;
const MOST_DECIMALS = 9;

/** Takes samples and points in time order. */
export type BinSink = Pick<Bins, 'addSample' | 'addPoint'>;

export class Bins implements RollUp {
  readonly count: number;
  readonly avg: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly covered: Float64Array;
  readonly #sums: Float64Array;
  #start = 0;
  #step = 1;

  constructor(count: number) {
    this.count = count;
    this.avg = new Float64Array(count);
    this.min = new Float64Array(count);
    this.max = new Float64Array(count);
    this.covered = new Float64Array(count);
    this.#sums = new Float64Array(count);
  }

  /** Empties all intervals; the first begins at `start` (milliseconds). */
  begin(start: number, step: number): this {
    this.#start = start;
    this.#step = step;
    this.avg.fill(Number.NaN);
    this.min.fill(Number.NaN);
    this.max.fill(Number.NaN);
    this.covered.fill(0);
    this.#sums.fill(0);
    return this;
  }

  /**
   * Adds a sample to its interval, and to earlier empty intervals that it covers: a plugin sampled every 30 s has a value for every
   * second.
   */
  addSample(time: number, cover: number, value: number): void {
    const bin = Math.floor((time - this.#start) / this.#step);
    let own = cover;
    for (let earlier = Math.min(bin, this.count) - 1; earlier >= 0; earlier -= 1) {
      const overlap = Math.min(this.#start + (earlier + 1) * this.#step - (time - cover), this.#step);
      if (overlap <= 0 || !Number.isNaN(this.min[earlier])) break;
      this.#add(earlier, value, value, value, overlap);
      own -= overlap;
    }
    if (bin >= 0 && bin < this.count) this.#add(bin, value, value, value, own);
  }

  /** Adds a point of a coarser tier that begins at `time` and is `span` wide: to one interval, or to each one that it fills. */
  addPoint(
    time: number,
    span: number,
    point: { avg: number; min: number; max: number; covered: number },
  ): void {
    const { avg, min, max, covered } = point;
    const bin = Math.floor((time - this.#start) / this.#step);
    const bins = Math.max(1, Math.floor(span / this.#step));
    for (let filled = Math.max(bin, 0); filled < Math.min(bin + bins, this.count); filled += 1)
      this.#add(filled, avg, min, max, covered / bins);
  }

  /** Completes the averages. */
  finish(): this {
    for (let bin = 0; bin < this.count; bin += 1) {
      const min = this.min[bin] as number;
      const max = this.max[bin] as number;
      if (Number.isNaN(min)) continue;
      const avg = (this.#sums[bin] as number) / Math.max(this.covered[bin] as number, LEAST_WEIGHT);
      this.avg[bin] = min === max ? min : Math.min(max, Math.max(min, roundAverage(avg, min, max)));
      if ((this.covered[bin] as number) <= LEAST_WEIGHT) this.covered[bin] = 0;
    }
    return this;
  }

  #add(bin: number, avg: number, min: number, max: number, covered: number): void {
    const weight = Math.max(covered, LEAST_WEIGHT);
    this.#sums[bin] = (this.#sums[bin] as number) + avg * weight;
    this.covered[bin] = (this.covered[bin] as number) + weight;
    if (!(min >= (this.min[bin] as number))) this.min[bin] = min;
    if (!(max <= (this.max[bin] as number))) this.max[bin] = max;
  }
}

/** Samples closer than a tick cover no time, but count. */
const LEAST_WEIGHT = 1e-3;

/** Four significant digits, or as many decimals as the extremes have. */
function roundAverage(avg: number, min: number, max: number): number {
  const magnitude = avg === 0 ? 0 : Math.floor(Math.log10(Math.abs(avg)));
  const wanted = Math.max(DIGITS - 1 - magnitude, decimalsOf(min), decimalsOf(max), 0);
  const scale = 10 ** Math.min(wanted, MOST_DECIMALS);
  return Math.round(avg * scale) / scale;
}
