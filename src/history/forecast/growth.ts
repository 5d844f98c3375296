/**
 * Growth of a series and when it reaches a limit: the Theil-Sen slope over all pairs of hours that are whole days apart (Hirsch,
 * Slack, Smith 1982), so equal hours of the day are compared.
 */

const DAY = 24;
export const HOURS = 14 * DAY;
/** Hours of a history that is long enough. */
export const LEAST_HOURS = 3 * DAY;
/** Known hours below which nothing is predicted: a machine that sleeps at night has more. */
const LEAST_KNOWN = DAY;
/** Pairs of one day and the next. */
const LEAST_PAIRS = 12;

/** A fall of so many usual steps, and of this share of the size, is a clean-up. */
const CLEAN_STEPS = 8;
const CLEAN_SHARE = 0.003;
/** One clean-up is an exception; more of them go on as before. */
const REGULAR_CLEANS = 2;

/** Of the normal distribution: nine of ten values are within ± Z. */
const Z = 1.645;
/** Quantiles of the t distribution for the same share, by degrees of freedom. */
const T = [6.31, 6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.8, 1.78, 1.77] as const;
/** Growth may become this much faster after a day of history, less after more days: bursts that it had none of. */
const FASTER = 1.5;
/** Growth may become this much slower, likewise. */
const SLOWER = 0.25;
/** A quarter of the days grew less. */
const SLOW_DAYS = 0.25;
/** Peaks of a day above its minimum: one of twenty is higher. */
const HIGH_PEAKS = 0.95;

/** Per hour, and hours until the limit. */
export interface Growth {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
  readonly from: number;
  readonly until: number;
  readonly to: number;
  /** Falls that were no growth. */
  readonly cleanUps: number;
}

/**
 * Null if the growth's interval includes zero, or history is too short.
 * @param use per hour, oldest first; NaN: unknown
 * @param limit in the same unit
 * @param size of the resource
 */
export function growthOf(use: Float64Array, limit: number, size: number): Growth | null {
  const hours = use.subarray(use.findIndex((value) => !Number.isNaN(value)));
  if (hours.length < LEAST_HOURS || hours.reduce(countKnown, 0) < LEAST_KNOWN) return null;
  const minima = dailyMinima(hours);
  const parts = splitAtCleanUps(minima, size);
  const { slopes, increments } = slopesOf(minima, parts);
  if (increments.length < LEAST_PAIRS) return null;
  const likely = quantile(slopes, 0.5);
  const days = increments.length / DAY;
  const spread = spreadOf(increments, likely * DAY);
  const share = senShare(parts, slopes.length);
  const margin = (T[Math.min(T.length - 1, Math.floor(days))] as number) / Math.sqrt(days) / DAY;
  const { cleanUps, freed } = cleanUpsOf(minima, parts);
  const low = Math.min(
    quantile(increments, SLOW_DAYS) / DAY,
    quantile(slopes, 0.5 - share),
    likely - margin * spread.below,
    likely * (1 - SLOWER / Math.sqrt(days)),
  );
  const lasting = low - (cleanUps >= REGULAR_CLEANS ? freed / minima.length : 0);
  if (lasting <= 0) return null;
  const fast = Math.max(likely, spread.mean / DAY);
  const high = Math.max(
    quantile(slopes, 0.5 + share),
    fast + margin * spread.above,
    fast * (1 + FASTER / Math.sqrt(days)),
  );
  const now = lastKnown(hours);
  const base = lastKnown(minima);
  const peaks = peaksOf(hours, minima, parts, likely);
  const room = limit - Math.max(now, base + quantile(peaks, HIGH_PEAKS));
  const wander = Z / Math.sqrt(DAY);
  return {
    low: lasting,
    likely,
    high,
    from: hoursUntil(room, high, wander * spread.above),
    until: Math.max(0, limit - Math.max(now, base + likely * (DAY - 1))) / likely,
    to: hoursUntil(limit - Math.min(now, base + low * (DAY - 1)), lasting, -wander * spread.below),
    cleanUps,
  };
}

const countKnown = (sum: number, value: number): number => sum + Number(!Number.isNaN(value));

/** Returns the minimum of each hour and the 23 after it: what is left once a day's temporary files are gone. */
function dailyMinima(hours: Float64Array): Float64Array {
  const minima = new Float64Array(hours.length - DAY + 1);
  for (let at = 0; at < minima.length; at += 1) {
    let least = Number.POSITIVE_INFINITY;
    for (let hour = at; hour < at + DAY; hour += 1) if ((hours[hour] as number) < least) least = hours[hour]!;
    minima[at] = Number.isNaN(hours[at]) ? Number.NaN : least;
  }
  return minima;
}

/** Returns the number of the part that each hour is in: a clean-up begins another one. */
function splitAtCleanUps(minima: Float64Array, size: number): Int32Array {
  const steps: number[] = [];
  let before = Number.NaN;
  for (const value of minima) {
    if (Number.isNaN(value)) continue;
    if (value !== before && !Number.isNaN(before)) steps.push(Math.abs(value - before));
    before = value;
  }
  const usual = steps.length === 0 ? 0 : quantile(Float64Array.from(steps).sort(), 0.5);
  const least = Math.max(CLEAN_STEPS * usual, CLEAN_SHARE * size);
  const parts = new Int32Array(minima.length);
  let part = 0;
  before = Number.NaN;
  for (let at = 0; at < minima.length; at += 1) {
    const value = minima[at] as number;
    if (before - value > least) part += 1;
    if (!Number.isNaN(value)) before = value;
    parts[at] = part;
  }
  return parts;
}

/** Slopes of all pairs within a part that are whole days apart, and what each hour has grown by the next day; sorted. */
function slopesOf(
  minima: Float64Array,
  parts: Int32Array,
): { slopes: Float64Array; increments: Float64Array } {
  const slopes: number[] = [];
  const increments: number[] = [];
  for (let at = 0; at < minima.length; at += 1) {
    if (Number.isNaN(minima[at])) continue;
    for (let later = at + DAY; later < minima.length && parts[later] === parts[at]; later += DAY) {
      const grown = minima[later]! - minima[at]!;
      if (Number.isNaN(grown)) continue;
      slopes.push(grown / (later - at));
      if (later === at + DAY) increments.push(grown);
    }
  }
  return { slopes: Float64Array.from(slopes).sort(), increments: Float64Array.from(increments).sort() };
}

/** Share of the slopes on each side of the median that Sen's interval takes in, where the hours of a day move together. */
function senShare(parts: Int32Array, slopes: number): number {
  let variance = 0;
  let start = 0;
  for (let at = 1; at <= parts.length; at += 1) {
    if (at < parts.length && parts[at] === parts[start]) continue;
    const days = (at - start) / DAY;
    if (days > 1) variance += (days * (days - 1) * (2 * days + 5)) / 18;
    start = at;
  }
  return Math.min(0.5, (Z * Math.sqrt(variance) * DAY) / (2 * slopes));
}

/** How far days are from the usual growth, on each side: bursts make no growth slower. */
function spreadOf(increments: Float64Array, usual: number): { mean: number; below: number; above: number } {
  let [sum, below, above] = [0, 0, 0];
  for (const grown of increments) {
    sum += grown;
    if (grown < usual) below += (grown - usual) ** 2;
    else above += (grown - usual) ** 2;
  }
  const count = increments.length;
  return { mean: sum / count, below: Math.sqrt(below / count), above: Math.sqrt(above / count) };
}

/** Several within a day are one. */
function cleanUpsOf(minima: Float64Array, parts: Int32Array): { cleanUps: number; freed: number } {
  let [cleanUps, freed, last, before] = [0, 0, -DAY, Number.NaN];
  for (let at = 0; at < minima.length; at += 1) {
    if (at > 0 && parts[at] !== parts[at - 1]) {
      freed += before - minima[at]!;
      if (at - last >= DAY) cleanUps += 1;
      last = at;
    }
    if (!Number.isNaN(minima[at])) before = minima[at] as number;
  }
  return { cleanUps, freed };
}

/** How far use rises above the daily minimum, beyond growth; days of a clean-up do not count. Sorted. */
function peaksOf(hours: Float64Array, minima: Float64Array, parts: Int32Array, growth: number): Float64Array {
  const peaks: number[] = [];
  let cleaned = -DAY;
  for (let at = 0; at < minima.length; at += 1) {
    if (at > 0 && parts[at] !== parts[at - 1]) cleaned = at;
    if (at - cleaned < DAY || Number.isNaN(minima[at])) continue;
    let most = minima[at] as number;
    for (let hour = at; hour < at + DAY; hour += 1) if ((hours[hour] as number) > most) most = hours[hour]!;
    peaks.push(Math.max(0, most - minima[at]! - Math.max(0, growth) * (DAY - 1)));
  }
  return Float64Array.from(peaks).sort();
}

/** Hours until `rate · t + wander · √t` has filled the room. */
function hoursUntil(room: number, rate: number, wander: number): number {
  if (room <= 0) return 0;
  const root = (Math.sqrt(wander * wander + 4 * rate * room) - wander) / (2 * rate);
  return root * root;
}

const lastKnown = (values: Float64Array): number =>
  values.findLast((value) => !Number.isNaN(value)) ?? Number.NaN;

/** 0 where there are none. */
const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.round(Math.min(1, Math.max(0, share)) * (sorted.length - 1))] ?? 0;
