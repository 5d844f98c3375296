/** Thresholds of a rule beside those of a recorded series, which may be in another unit. Pure. */
import { LEVELS, type Thresholds } from '../../src/show/display/levels.ts';

/** The way from values of the series to those of the rule, and back. */
export interface ThresholdScale {
  toRule(value: number): number;
  toSeries(value: number): number;
}

const SAME: ThresholdScale = { toRule: (value) => value, toSeries: (value) => value };
/** Share of a threshold by which a straight line may miss it. */
const TOLERATED = 1e-6;

/** A straight line through the thresholds of both; null where they are on none, or too few. */
export function scaleBetween(rule: Thresholds, series: Thresholds): ThresholdScale | null {
  const pairs = LEVELS.flatMap((level) => {
    const [x, y] = [rule[level], series[level]];
    return x === null || y === null ? [] : [{ x, y }];
  });
  if (pairs.length > 0 && pairs.every(({ x, y }) => x === y)) return SAME;
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (first === undefined || last === undefined || first.x === last.x || first.y === last.y) return null;
  const slope = (last.y - first.y) / (last.x - first.x);
  const toSeries = (value: number): number => first.y + (value - first.x) * slope;
  const isLine = pairs.every(({ x, y }) => Math.abs(toSeries(x) - y) <= TOLERATED * Math.abs(y));
  return isLine ? { toSeries, toRule: (value) => first.x + (value - first.y) / slope } : null;
}

/** Steps within a range. */
const STEPS = 150;

/** A step of 1, 2 or 5 in the last digit that matters within a range. */
export function stepWithin(range: number): number {
  const least = Math.abs(range) / STEPS;
  if (!(least > 0) || !Number.isFinite(least)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}

/** The nearest multiple of a step, without the noise of binary fractions. */
export const onStep = (value: number, step: number): number =>
  Number((Math.round(value / step) * step).toPrecision(10));
