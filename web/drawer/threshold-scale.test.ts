import { expect, it } from 'vitest';
import { onStep, scaleBetween, stepWithin } from './threshold-scale.ts';

const limits = (careful: number | null, warning: number | null, critical: number | null) => ({
  careful,
  warning,
  critical,
});

it('leads from values of a series to those of its rule, and back', () => {
  const bytes = scaleBetween(limits(50, 70, 90), limits(5e11, 7e11, 9e11));
  expect([bytes?.toRule(6e11), bytes?.toSeries(80)]).toEqual([60, 8e11]);
  // Free space falls as the used share grows.
  const free = scaleBetween(limits(null, 70, 90), limits(null, 300, 100));
  expect([free?.toRule(200), free?.toSeries(95)]).toEqual([80, 50]);
  const same = scaleBetween(limits(null, null, 90), limits(null, null, 90));
  expect([same?.toRule(7), same?.toSeries(8)]).toEqual([7, 8]);
});

it.each([
  [limits(null, null, null), limits(null, null, null)],
  // A single one may be any line.
  [limits(null, null, 90), limits(null, null, 9e11)],
  [limits(50, 70, 90), limits(5, 7, 100)],
  [limits(50, 70, 90), limits(5, 5, 5)],
])('is not known between %j and %j', (rule, series) => {
  expect(scaleBetween(rule, series)).toBeNull();
});

it('has steps of round numbers', () => {
  expect([108, 10, 1.2e9, 0, Infinity].map(stepWithin)).toEqual([1, 0.1, 1e7, 1, 1]);
  expect([onStep(72.4, 1), onStep(0.34, 0.1), onStep(7.2e8, 1e7)]).toEqual([72, 0.3, 7.2e8]);
});
