import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Extremes } from './extremes.ts';

function extremesOf(size: number, values: readonly number[]): Extremes {
  const extremes = new Extremes(size);
  for (const value of values) extremes.add(value);
  return extremes;
}

describe('Extremes', () => {
  it('keeps smallest and largest for good, and the mean over the window', () => {
    const { min, max, mean } = extremesOf(2, [90, 1, 5, 6]);
    expect({ min, max, mean }).toEqual({ min: 1, max: 90, mean: 5.5 });
  });

  it('takes the mean of everything when the window is 0', () => {
    expect(extremesOf(0, [90, 1, 5]).mean).toBe(32);
  });

  it('rounds the mean to two decimals', () => {
    expect(extremesOf(3, [1, 1, 2]).mean).toBe(1.33);
  });

  it('agrees with the plain computation', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), {
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(fc.nat({ max: 200 }), values, (size, all) => {
        const extremes = extremesOf(size, all);
        const window = size === 0 ? all : all.slice(-size);
        expect(extremes.min).toBe(Math.min(...all));
        expect(extremes.max).toBe(Math.max(...all));
        const mean = window.reduce((sum, value) => sum + value, 0) / window.length;
        expect(Math.abs(extremes.mean - mean)).toBeLessThan(0.0051);
      }),
    );
  });
});
