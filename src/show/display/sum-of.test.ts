import { expect, it } from 'vitest';
import { sumOf } from './sum-of.ts';

it.each([
  [[1, null, 2, undefined], 3],
  [[0, null], 0],
  [[null, undefined], null],
  [[], null],
])('sums what is known of %j', (values, sum) => {
  expect(sumOf(values, (value) => value)).toBe(sum);
});
