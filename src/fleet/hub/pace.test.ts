import { describe, expect, it } from 'vitest';
import { firstSpread, jittered, paceOf } from './poller.ts';

describe('paceOf', () => {
  it.each([
    [0, 10_000],
    [1, 10_000],
    [2, 20_000],
    [3, 40_000],
    [4, 60_000],
    [100, 60_000],
  ])('after %i failures is %i ms', (failures, ms) => {
    expect(paceOf({ failures }, 10_000, true)).toBe(ms);
  });

  it('is slow while nobody watches, and never slower than configured', () => {
    expect(paceOf({ failures: 0 }, 10_000, false)).toBe(60_000);
    expect([1, 2, 3].map((failures) => paceOf({ failures }, 10_000, false))).toEqual([
      10_000, 10_000, 60_000,
    ]);
    expect(paceOf({ failures: 0 }, 300_000, false)).toBe(300_000);
    expect(paceOf({ failures: 9 }, 300_000, true)).toBe(300_000);
  });
});

it('spreads polls', () => {
  expect([jittered(1000, 0), jittered(1000, 0.5), jittered(1000, 1)].map(Math.round)).toEqual([
    900, 1000, 1100,
  ]);
  expect(firstSpread(1000, 10_000)).toBe(4000);
  expect(firstSpread(10_000, 10_000)).toBe(10_000);
});
