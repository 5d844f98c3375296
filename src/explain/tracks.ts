/** Series of a window and its baselines, on one grid. */
import type { HistorySource } from '../history/past/history-source.ts';
import { alignRange, stepFor } from '../history/past/ladder.ts';
import type { SeriesInfo } from '../history/past/series.ts';
import type { Baseline, TimeSpan, Usual } from './explanation.ts';
import { medianOf, movingMeans, present, type Spread, spreadOf } from './statistics.ts';

const MINUTE_MS = 60_000;
const LEAST_BEFORE_MS = 30 * MINUTE_MS;
const BEFORE_LENGTHS = 4;
/** Values of a window. */
const POINTS = 90;
/** Baseline days at the same local time: a week, and the same weekday of three weeks before. */
const DAYS = [1, 2, 3, 4, 5, 6, 7, 14, 21, 28] as const;
/** Length of a peak as a share of the window, within bounds. */
const PEAK_SHARE = 1 / 8;
const LONGEST_PEAK_MS = MINUTE_MS;
const LEAST_PEAK_POINTS = 3;
/** Deviations beyond the median that are unusual. */
const UNUSUAL = 6;
const LEAST_USUAL = 3;
const MOST_SERIES = 5000;

export interface Track {
  readonly id: string;
  readonly info: SeriesInfo;
  readonly window: Float64Array;
  readonly before: Float64Array;
  /** Values at the same local time of earlier days, after `Tracks.compareDays`. */
  days: readonly Float64Array[];
  /** The highest and the lowest value of each of these days, around that time. */
  extremes: readonly (readonly [least: number, most: number])[];
}

/** The highest or lowest stretch of a series in the window, and its usual values. */
export interface SeriesLevel {
  readonly track: Track;
  readonly value: number;
  readonly spread: Spread | null;
  /** True if it is unusual, or nothing is known about usual values. False for what recurs, see {@link Tracks.forgives}. */
  readonly isUnusual: boolean;
  /** True if the record is long enough to be called usual. */
  readonly hasUsual: boolean;
  /** Time of the stretch. */
  readonly span: TimeSpan;
}

/** Null where the record is too short to say what is usual. */
export const usualOf = ({ spread, hasUsual }: Pick<SeriesLevel, 'spread' | 'hasUsual'>): Usual =>
  spread === null || !hasUsual ? null : [spread.low, spread.high];

/** Least number and length of values that show what is usual, or what grows. */
const LEAST_SAMPLES = 30;
export const LEAST_RECORD_MS = 10 * MINUTE_MS;

/** Recurring loads may shift by this much. */
const AROUND_MS = 30 * MINUTE_MS;
const LEAST_DAYS = 3;
/** Of what a value is above the median before, if a value of another day is like it. */
const ALIKE = 0.75;

/** Days on which something happened too. */
export interface Recurrence {
  readonly days: number;
  readonly of: number;
}

/** True if values of a grid are enough to say what is usual. */
export const isLongRecord = (count: number, step: number): boolean =>
  count >= LEAST_SAMPLES && count * step >= LEAST_RECORD_MS;

/** Usual value of a series; 0 if unknown. */
export const usualMedian = ({ spread }: Pick<SeriesLevel, 'spread'>): number => spread?.median ?? 0;

/** Smallest meaningful difference by unit: rounding, or usual noise. */
const QUANTA: ReadonlyMap<string | null, number> = new Map([
  [null, 1],
  ['millisecond', 1],
  ['number', 1],
  ['numberpersecond', 1],
  ['percent', 1],
  ['float', 0.1],
  // Response times of local services vary by less.
  ['second', 0.01],
]);

/** Smallest meaningful deviation, in the unit of the series. */
export function leastDeviation({ unit }: SeriesInfo, median: number): number {
  const quantum = QUANTA.get(unit) ?? 0;
  const bytes = unit?.startsWith('byte') ? 65_536 : 0;
  return Math.max(quantum, bytes, Math.abs(median) * 0.05);
}

export class Tracks {
  readonly window: TimeSpan;
  readonly step: number;
  /** The baseline before the window. */
  readonly before: TimeSpan;
  readonly baselines: Baseline[] = [];
  /** True if values that recur at this time of most days are not unusual. */
  forgives = true;
  readonly #past: HistorySource;
  readonly #tracks = new Map<string, Track>();

  private constructor(past: HistorySource, window: TimeSpan) {
    this.#past = past;
    this.step = Math.max(1000, stepFor(window.from, window.to, POINTS, past.pace));
    this.window = alignRange(window.from, window.to, this.step);
    const length = Math.max(LEAST_BEFORE_MS, BEFORE_LENGTHS * (window.to - window.from));
    const from = Math.ceil(Math.max(this.window.from - length, past.oldest ?? 0) / this.step) * this.step;
    this.before = { from: Math.min(from, this.window.from), to: this.window.from };
  }

  /** Reads all series that `isWanted`, in the window and before. */
  static async read(
    past: HistorySource,
    window: TimeSpan,
    isWanted: (info: SeriesInfo) => boolean,
  ): Promise<Tracks> {
    const tracks = new Tracks(past, window);
    const { from } = tracks.before;
    const { to } = tracks.window;
    const listed = (await past.series(from, to)).filter(({ info }) => isWanted(info)).slice(0, MOST_SERIES);
    const range = { from, to, step: tracks.step, hasBand: false };
    const ids = listed.map(({ id }) => id);
    let index = 0;
    for await (const found of past.range(ids, range)) {
      const { id, info } = listed[index++] as (typeof listed)[number];
      if (found === null) continue;
      const values = found.bins.avg;
      const edge = (tracks.window.from - from) / tracks.step;
      tracks.#tracks.set(id, {
        id,
        info,
        window: values.subarray(edge),
        before: values.subarray(0, edge),
        days: [],
        extremes: [],
      });
      if (past.slice.isOver) await past.slice.next();
    }
    if (edgeOf(tracks) > 0) tracks.baselines.push({ kind: 'before', ...tracks.before });
    return tracks;
  }

  get(id: string): Track | undefined {
    return this.#tracks.get(id);
  }

  /** All tracks, or those of one field of a plugin by item. */
  list(plugin?: string, field?: string): Track[] {
    return [...this.#tracks.values()].filter(
      ({ info }) =>
        (plugin === undefined || info.plugin === plugin) && (field === undefined || info.field === field),
    );
  }

  /** Reads the same local time of earlier days. */
  async compareDays(tracks: readonly Track[]): Promise<void> {
    const step = Math.max(this.step, MINUTE_MS);
    const found = new Map<Track, Float64Array[]>(tracks.map((track) => [track, []]));
    const around = Math.floor(AROUND_MS / step) * step;
    let [days, missing] = [0, 0];
    for (const age of DAYS) {
      const { from, to } = alignRange(
        daysBefore(this.window.from, age),
        daysBefore(this.window.to, age),
        step,
      );
      if (this.#past.oldest === null || to <= this.#past.oldest) {
        if (age <= 7) missing += 1;
        continue;
      }
      let index = 0;
      let hasValues = false;
      const ids = tracks.map(({ id }) => id);
      const range = { from: from - around, to: to + around, step, hasBand: false };
      for await (const series of this.#past.range(ids, range)) {
        const track = tracks[index++] as Track;
        if (series === null || present(series.bins.avg).length === 0) continue;
        hasValues = true;
        found.get(track)?.push(series.bins.avg);
      }
      if (hasValues) days += 1;
      else if (age <= 7) missing += 1;
      if (this.#past.slice.isOver) await this.#past.slice.next();
    }
    for (const [track, values] of found) {
      track.days = values.map((all) => all.subarray(around / step, all.length - around / step));
      track.extremes = values.map((all) => [Math.min(...present(all)), Math.max(...present(all))]);
    }
    if (days > 0) this.baselines.push({ kind: 'same-time', days, missing });
  }

  /** Time of a value of the window, milliseconds since the epoch. */
  timeOf(index: number): number {
    return this.window.from + index * this.step;
  }

  /** Number of values in a peak. */
  get peakPoints(): number {
    const length = (this.window.to - this.window.from) * PEAK_SHARE;
    return Math.max(LEAST_PEAK_POINTS, Math.round(Math.min(length, LONGEST_PEAK_MS) / this.step));
  }

  /** Returns the highest stretch, or the lowest with `isLow`; null: no values. */
  level(track: Track | undefined, isLow = false, width = this.peakPoints): SeriesLevel | null {
    if (track === undefined) return null;
    const means = movingMeans(track.window, width);
    let at = -1;
    for (const [index, mean] of means.entries()) {
      if (Number.isNaN(mean)) continue;
      const best = means[at] ?? Number.NaN;
      if (at < 0 || (isLow ? mean < best : mean > best)) at = index;
    }
    if (at < 0) return null;
    const value = means[at] as number;
    const known = this.#spreadOf(track, width);
    const usual = known?.median ?? 0;
    const span = this.#spanOf(track.window, { at, width, peak: value, usual });
    const spread = known ?? this.#restOf(track, span, width);
    const isBeyondUsual = spread === null || isBeyond(value, spread, track.info, isLow);
    const isUnusual = isBeyondUsual && !(this.forgives && recurrenceOf(track, value, isLow) !== null);
    return { track, value, spread, isUnusual, hasUsual: known !== null && this.#hasUsual(track), span };
  }

  /** Enough is recorded before the window, or of the same time of earlier days, to say what is usual. */
  get hasUsual(): boolean {
    return this.list().some((track) => this.#hasUsual(track));
  }

  /** Begin of a series in the window and before, and whether it is long enough; null: it has no values. */
  recordOf(id: string): { readonly from: number; readonly isLong: boolean } | null {
    const track = this.#tracks.get(id);
    if (track === undefined) return null;
    const values = [...track.before, ...track.window];
    const first = values.findIndex((one) => !Number.isNaN(one));
    if (first < 0) return null;
    const from = this.window.from - (track.before.length - first) * this.step;
    return { from, isLong: isLongRecord(present(values).length, this.step) };
  }

  #hasUsual({ before, days }: Track): boolean {
    return (
      isLongRecord(present(before).length, this.step) ||
      isLongRecord(
        days.reduce((sum, day) => sum + present(day).length, 0),
        Math.max(this.step, MINUTE_MS),
      )
    );
  }

  /** Spread of equally long stretches before and on earlier days. */
  #spreadOf(track: Track, width: number): Spread | null {
    const dayWidth = Math.max(1, Math.round((width * this.step) / Math.max(this.step, MINUTE_MS)));
    const usual = [
      ...movingMeans(track.before, width),
      ...track.days.flatMap((day) => [...movingMeans(day, dayWidth)]),
    ];
    const spread = spreadOf(usual);
    return spread !== null && spread.count >= LEAST_USUAL ? spread : null;
  }

  /** Without a past, the rest of the window is the baseline, if it is at least as long. */
  #restOf({ window }: Track, { from, to }: TimeSpan, width: number): Spread | null {
    const isRest = (index: number): boolean => this.timeOf(index) < from || this.timeOf(index) >= to;
    const rest = window.map((value, index) => (isRest(index) ? value : Number.NaN));
    return present(rest).length * this.step < to - from ? null : spreadOf(movingMeans(rest, width));
  }

  /** Extends a peak to both sides while values are nearer to it than to the usual value. */
  #spanOf(
    values: Float64Array,
    { at, width, peak, usual }: { at: number; width: number; peak: number; usual: number },
  ): TimeSpan {
    const isPart = (index: number): boolean => {
      const value = values[index] ?? Number.NaN;
      return Math.abs(value - peak) <= Math.abs(value - usual);
    };
    // One deviating value is tolerated.
    const belongs = (index: number, next: number): boolean => isPart(index) || isPart(index + next);
    let [first, last] = [at, Math.min(values.length, at + width) - 1];
    while (first > 0 && belongs(first - 1, -1)) first -= 1;
    while (last < values.length - 1 && belongs(last + 1, 1)) last += 1;
    while (first < last && !isPart(first)) first += 1;
    while (last > first && !isPart(last)) last -= 1;
    return { from: this.timeOf(first), to: this.timeOf(last + 1) };
  }
}

/** Null: it was not alike around this time of most recorded days, or of fewer than three. */
export function recurrenceOf({ before, extremes }: Track, value: number, isLow = false): Recurrence | null {
  if (extremes.length < LEAST_DAYS) return null;
  const usual = medianOf(before) || 0;
  const like = usual + ALIKE * (value - usual);
  const alike = extremes.filter(([least, most]) => (isLow ? least <= like : most >= like)).length;
  return alike > extremes.length / 2 ? { days: alike, of: extremes.length } : null;
}

const edgeOf = ({ before }: Tracks): number => before.to - before.from;

function isBeyond(value: number, spread: Spread, info: SeriesInfo, isLow: boolean): boolean {
  const deviation = Math.max(spread.deviation, leastDeviation(info, spread.median));
  return isLow
    ? value < spread.median - UNUSUAL * deviation && value < spread.low - deviation
    : value > spread.median + UNUSUAL * deviation && value > spread.high + deviation;
}

/** Returns the same local time, across daylight saving changes. */
function daysBefore(time: number, days: number): number {
  const date = new Date(time);
  date.setDate(date.getDate() - days);
  return date.getTime();
}
