import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOneGo } from '../../test/support/in-one-go.ts';
import { type Compare, mergeInSteps, sortInSteps, STEP } from './steps.ts';

interface Item {
  readonly key: number;
  readonly at: number;
}

const byKey: Compare<Item> = (a, b) => a.key - b.key;
const items = (most: number) =>
  fc
    .array(fc.nat(50), { maxLength: most, size: 'max' })
    .map((keys) => keys.map((key, at): Item => ({ key, at })));

describe('work in steps', () => {
  it('sorts as the language does, equal ones in their order', () => {
    fc.assert(
      fc.property(items(3 * STEP), (all) => {
        expect(inOneGo(sortInSteps(all, byKey))).toEqual(all.toSorted(byKey));
      }),
      { numRuns: 30 },
    );
  });

  it('merges, of equal ones the first list before the second', () => {
    fc.assert(
      fc.property(items(20), items(20), (one, other) => {
        const [a, b] = [one.toSorted(byKey), other.toSorted(byKey)];
        expect(inOneGo(mergeInSteps(a, b, byKey))).toEqual([...a, ...b].toSorted(byKey));
      }),
    );
  });

  it('compares no more in one step however many there are', () => {
    const mostOfStep = (count: number): number => {
      let compared = 0;
      const all = Array.from({ length: count }, (_, at): Item => ({ key: (at * 7919) % count, at }));
      const steps = sortInSteps(all, (a, b) => {
        compared += 1;
        return byKey(a, b);
      });
      let most = 0;
      for (let step = steps.next(); !step.done; step = steps.next()) {
        most = Math.max(most, compared);
        compared = 0;
      }
      return most;
    };
    const small = mostOfStep(2 * STEP);
    expect(small).toBeGreaterThan(STEP);
    expect(mostOfStep(40 * STEP)).toBeLessThan(1.5 * small);
  });
});
