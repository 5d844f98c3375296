import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetOf, rowAt, scrollFor, windowOf } from './window.ts';

describe('the rows in sight', () => {
  it.each([
    [0, { first: 0, end: 17, above: 0, below: 983 * 20 }],
    [5000, { first: 244, end: 267, above: 4880, below: 733 * 20 }],
    [19_800, { first: 984, end: 1000, above: 984 * 20, below: 0 }],
  ])('at %i', (top, expected) => {
    expect(windowOf(1000, 20, { top, height: 200 })).toEqual(expected);
  });

  it('are none of an empty list', () => {
    expect(windowOf(0, 20, { top: 0, height: 200 })).toEqual({ first: 0, end: 0, above: 0, below: 0 });
  });

  it('fill the view wherever the gap is', () => {
    const numbers = fc.record({
      count: fc.nat(300),
      top: fc.integer({ min: -50, max: 9000 }),
      height: fc.nat(900),
      after: fc.nat(300),
      gapHeight: fc.nat(500),
    });
    fc.assert(
      fc.property(numbers, ({ count, top, height, after, gapHeight }) => {
        const gap = after < count ? { after, height: gapHeight } : null;
        const { first, end, above, below } = windowOf(count, 20, { top, height }, gap);
        const inside = gap !== null && gap.after >= first && gap.after < end ? gap.height : 0;
        const total = offsetOf(count, 20, gap);
        expect(above + (end - first) * 20 + inside + below).toBe(total);
        expect(Math.min(above, below)).toBeGreaterThanOrEqual(0);
        // The visible part of the list is complete.
        if (top + height >= 0 && top < total) {
          expect(above).toBeLessThanOrEqual(Math.max(0, top));
          expect(total - below).toBeGreaterThanOrEqual(Math.min(total, top + height));
        }
      }),
    );
  });

  it('know the row under a point', () => {
    const gap = { after: 2, height: 100 };
    expect([0, 59, 60, 159, 160, 180].map((distance) => rowAt(distance, 20, gap))).toEqual([
      0, 2, 2, 2, 3, 4,
    ]);
  });
});

describe('scrolling to a row', () => {
  const view = { top: 100, height: 200 };
  it.each([
    [5, null, null],
    [14, null, null],
    [4, null, 80],
    [15, null, 120],
    [10, { after: 9, height: 100 }, 120],
    [9, { after: 9, height: 100 }, null],
  ])('%i with the gap %j', (index, gap, expected) => {
    expect(scrollFor(index, 20, view, gap)).toBe(expected);
  });
});
