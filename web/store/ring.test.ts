import { describe, expect, it } from 'vitest';
import { Ring } from './ring.ts';

const pointsOf = (ring: Ring) =>
  Array.from({ length: ring.length }, (_, index) => [ring.timeAt(index), ring.valueAt(index)]);

describe('ring', () => {
  it('keeps the newest values', () => {
    const ring = new Ring(3);
    expect(ring.lastTime).toBe(Number.NEGATIVE_INFINITY);
    for (const time of [1, 2, 3, 4]) ring.push(time * 2000, time);
    expect(pointsOf(ring)).toEqual([
      [4000, 2],
      [6000, 3],
      [8000, 4],
    ]);
    expect(ring.maxSince(7000)).toBe(4);
  });

  it('leaves out what is not newer, as when a clock jumps back', () => {
    const ring = new Ring(3);
    ring.push(4000, 1);
    ring.push(4000, 2);
    ring.push(1000, 3);
    ring.push(Number.NaN, 4);
    expect(pointsOf(ring)).toEqual([[4000, 1]]);
  });

  it('fills in what was missed', () => {
    const ring = new Ring(10);
    ring.push(10_000, 5);
    ring.push(20_000, 10);
    ring.merge([
      [8000, 4],
      [10_100, 5],
      [12_000, 6],
      [22_000, 11],
    ]);
    expect(pointsOf(ring)).toEqual([
      [8000, 4],
      [10_000, 5],
      [12_000, 6],
      [20_000, 10],
      [22_000, 11],
    ]);
  });
});
