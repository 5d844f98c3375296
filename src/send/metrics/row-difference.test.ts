import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowDifference } from './row-difference.ts';

it('finds rows that have come and gone, wherever the others are now', () => {
  const ids = fc.uniqueArray(fc.nat(12), { maxLength: 12 });
  fc.assert(
    fc.property(ids, ids, (before, after) => {
      const { come, gone } = rowDifference(before, after);
      expect([...come]).toEqual(after.filter((id) => !before.includes(id)));
      expect([...gone].sort()).toEqual(before.filter((id) => !after.includes(id)).sort());
    }),
  );
});

it('needs no look at rows behind one that is new, has gone or has been replaced', () => {
  let looks = 0;
  const watched = (rows: readonly number[]): readonly number[] =>
    new Proxy(rows, {
      get(target, name, receiver) {
        looks += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
  const rows = Array.from({ length: 100 }, (_, index) => index);
  const changed = [-1, -2, ...rows.slice(0, 40), ...rows.slice(41, 60), -3, -4, -5, ...rows.slice(63)];
  const { come, gone } = rowDifference(watched(rows), changed);
  expect([come, [...gone]]).toEqual([
    [-1, -2, -3, -4, -5],
    [40, 60, 61, 62],
  ]);
  expect(looks).toBeLessThan(2 * rows.length);
});
