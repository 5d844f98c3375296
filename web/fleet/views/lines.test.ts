import { expect, it } from 'vitest';
import { lastKnown, pathOf, placeAt, topOf } from './lines.ts';

it('has a round top', () => {
  expect([topOf([3, null, 41], false), topOf([41], true), topOf([410], true), topOf([], false)]).toEqual([
    50, 100, 500, 1,
  ]);
});

it('leaves gaps open', () => {
  expect(pathOf([0, 5, null, 10], 10, { width: 30, height: 10 })).toBe('M0.0 10.0h0L10.0 5.0M30.0 0.0h0');
});

it('knows the last value of any row', () => {
  expect([
    lastKnown([
      [1, null, null],
      [2, 3, null],
    ]),
    lastKnown([[null]]),
    lastKnown([]),
  ]).toEqual([1, -1, -1]);
});

it('finds the nearest value', () => {
  expect([placeAt(0, 5), placeAt(0.49, 5), placeAt(2, 5), placeAt(-1, 5)]).toEqual([0, 2, 4, 0]);
});
