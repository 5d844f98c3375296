/** Robust statistics; NaN is ignored. */

/** Scales the median absolute deviation to the standard deviation of a normal distribution. */
const NORMAL = 1.4826;

export const present = (values: Iterable<number>): Float64Array =>
  new Float64Array(values).filter((one) => !Number.isNaN(one));

export const ascending = (values: Iterable<number>): Float64Array => present(values).sort();

/** By linear interpolation; NaN if empty. @param sorted ascending, without NaN */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** NaN if empty. */
export function meanOf(values: Iterable<number>): number {
  const all = present(values);
  return all.reduce((sum, one) => sum + one, 0) / all.length;
}

export const medianOf = (values: Iterable<number>): number => quantile(ascending(values), 0.5);

export interface Spread {
  readonly count: number;
  readonly median: number;
  /** Comparable with a standard deviation. */
  readonly deviation: number;
  /** The 5 % and 95 % quantiles. */
  readonly low: number;
  readonly high: number;
}

/** Null if empty. */
export function spreadOf(values: Iterable<number>): Spread | null {
  const sorted = ascending(values);
  if (sorted.length === 0) return null;
  const median = quantile(sorted, 0.5);
  return {
    count: sorted.length,
    median,
    deviation: NORMAL * medianOf(sorted.map((one) => Math.abs(one - median))),
    low: quantile(sorted, 0.05),
    high: quantile(sorted, 0.95),
  };
}

/** Moving means of `length` values; NaN where fewer than half are present. */
export function movingMeans(values: Float64Array, length: number): Float64Array {
  const width = Math.max(1, Math.min(length, values.length));
  const means = new Float64Array(Math.max(0, values.length - width + 1)).fill(Number.NaN);
  let [sum, count] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    const next = values[index] as number;
    if (!Number.isNaN(next)) [sum, count] = [sum + next, count + 1];
    const gone = values[index - width] ?? Number.NaN;
    if (!Number.isNaN(gone)) [sum, count] = [sum - gone, count - 1];
    if (index >= width - 1 && count > 0 && count * 2 >= width) means[index - width + 1] = sum / count;
  }
  return means;
}

/** Largest distance of two distributions, 0 to 1 (Kolmogorov and Smirnov). */
export function distributionDistance(one: Iterable<number>, other: Iterable<number>): number {
  const [a, b] = [ascending(one), ascending(other)];
  let [i, j, most] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] as number, b[j] as number);
    while (i < a.length && a[i] === value) i += 1;
    while (j < b.length && b[j] === value) j += 1;
    most = Math.max(most, Math.abs(i / a.length - j / b.length));
  }
  return most;
}

/** Ranks from 1; equal values share their mean rank. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks: number[] = [];
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end < order.length && values[order[end] as number] === values[order[start] as number]) end += 1;
    for (let at = start; at < end; at += 1) ranks[order[at] as number] = (start + end + 1) / 2;
    start = end;
  }
  return ranks;
}

/** Rank correlation, −1 to 1 (Spearman); 0 if one is constant. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranksOf(one), ranksOf(other)];
  const mean = (one.length + 1) / 2;
  let [both, ofA, ofB] = [0, 0, 0];
  for (const [index, rank] of a.entries()) {
    const [x, y] = [rank - mean, (b[index] as number) - mean];
    both += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB);
}

/**
 * Probability that two groups of blocks differ by chance, by the normal approximation of the rank-sum test (Wilcoxon, Mann,
 * Whitney).
 */
export function permutationChance(one: readonly number[], other: readonly number[]): number {
  const [n, m] = [one.length, other.length];
  if (n === 0 || m === 0) return 1;
  const ranks = ranksOf([...one, ...other]);
  const mean = (n + m + 1) / 2;
  const variance = ranks.reduce((sum, rank) => sum + (rank - mean) ** 2, 0) / (n + m - 1);
  const sum = ranks.slice(0, n).reduce((total, rank) => total + rank, 0);
  const deviation = Math.sqrt((variance * n * m) / (n + m));
  return deviation === 0 ? 1 : twoSided(Math.abs(sum - n * mean) / deviation);
}

/** Both tails of the normal distribution (Abramowitz and Stegun, 7.1.26). */
function twoSided(z: number): number {
  const t = 1 / (1 + (0.3275911 * z) / Math.SQRT2);
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return polynomial * Math.exp((-z * z) / 2);
}

/** Which p-values are significant, at a false discovery rate (Benjamini and Hochberg). */
export function discoveries(chances: readonly number[], rate: number): boolean[] {
  const sorted = [...chances].sort((a, b) => a - b);
  let limit = -1;
  for (const [index, chance] of sorted.entries())
    if (chance <= (rate * (index + 1)) / sorted.length) limit = chance;
  return chances.map((chance) => chance <= limit);
}
