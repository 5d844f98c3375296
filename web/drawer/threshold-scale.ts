/** Converts between thresholds of a rule and of its recorded series, whose units may differ. Pure. */
import { LEVELS, type Thresholds } from '../../src/show/display/levels.ts';

/** Converts series values to rule values and back. */
export interface ThresholdScale {
  toRule(value: number): number;
  toSeries(value: number): number;
}

const SAME: ThresholdScale = { toRule: (value) => value, toSeries: (value) => value };
/** Tolerated relative error of the line. */
const TOLERATED = 1e-6;

/** A line through both sets of thresholds; null: none fits, or too few. */
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

/** A step of 1, 2 or 5 for a range. */
export function stepWithin(range: number): number {
  const least = Math.abs(range) / STEPS;
  if (!(least > 0) || !Number.isFinite(least)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}

/** Returns the nearest multiple of a step, without floating-point noise. */
export const onStep = (value: number, step: number): number =>
  Number((Math.round(value / step) * step).toPrecision(10));
