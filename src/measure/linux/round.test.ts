import { describe, expect, it } from 'vitest';
import { roundedPercent, roundHalfEven } from './round.ts';

describe('roundHalfEven', () => {
  it.each([
    [4.5, 4],
    [5.5, 6],
    [4.51, 5],
    [-0.5, 0],
    [-1.5, -2],
    [26.923, 27],
    [0, 0],
  ])('%d → %d', (value, expected) => {
    expect(roundHalfEven(value) + 0).toBe(expected);
  });
});

describe('roundedPercent', () => {
  it.each([
    [1, 4, 25],
    [350, 1300, 27],
    [5, 4, 125],
    [-1, 4, -25],
    [1, 0, null],
    [null, 4, null],
    [1, null, null],
  ])('%j of %j is %j', (part, whole, expected) => {
    expect(roundedPercent(part, whole)).toBe(expected);
  });
});
