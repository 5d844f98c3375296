import { describe, expect, it } from 'vitest';
import { ordered, type SortRule } from '../../src/show/display/order.ts';
import { STABLE_MS, createStableOrder } from './stable-order.ts';

interface Item {
  id: number;
  cpu: number | null;
  memory: number;
}
const rule: SortRule<Item> = {
  value: ({ cpu }) => cpu,
  first: 'desc',
  tie: ({ memory }) => memory,
  stableBelow: 2,
};
const keyOf = ({ id }: Item): number => id;
const items = (...list: readonly (number | null)[]): Item[] =>
  list.map((cpu, index) => ({ id: index + 1, cpu, memory: 1 }));

/** Orders one update after another. */
function orders() {
  let now = 0;
  const stable = createStableOrder(() => now);
  return {
    of: (some: readonly Item[]) => ordered(some, stable.ruleFor(rule, keyOf), 'desc', keyOf).map(keyOf),
    wait: (milliseconds: number) => (now += milliseconds),
    forget: stable.forget,
  };
}

describe('a stable order', () => {
  it('is exact at first, and when it begins anew', () => {
    const { of, forget } = orders();
    expect(of(items(0, 0.5, 1.5, 30))).toEqual([4, 3, 2, 1]);
    forget();
    expect(of(items(1.9, 1.8, 0, 2))).toEqual([4, 1, 2, 3]);
  });

  it('holds nearly idle rows in place while their values fall, and not for ever', () => {
    const { of, wait } = orders();
    expect(of(items(0, 0.5, 1.5))).toEqual([3, 2, 1]);
    wait(2000);
    expect(of(items(0.4, 0, 0))).toEqual([3, 2, 1]);
    wait(STABLE_MS - 1000);
    expect(of(items(0.4, 0, 0))).toEqual([1, 2, 3]);
  });

  it('holds rows that are idle every other time', () => {
    const { of, wait } = orders();
    of(items(0.5, 1));
    for (let update = 0; update < 40; update += 1) {
      expect(of(items(0.5, update % 2))).toEqual([2, 1]);
      wait(2000);
    }
  });

  it('lets rows rise at once, and those that work fall to the nearly idle', () => {
    const { of, wait } = orders();
    expect(of(items(50, 20, 1.5, 0))).toEqual([1, 2, 3, 4]);
    wait(2000);
    expect(of(items(0, 20, 1.5, 3))).toEqual([2, 4, 1, 3]);
    expect(of(items(0, 10, 12, 3))).toEqual([3, 2, 4, 1]);
    expect(of(items(0, 0, 0, 2))).toEqual([4, 1, 2, 3]);
  });

  it('treats as equal values that look the same, and leaves ties exact', () => {
    const { of } = orders();
    const pair = (a: number, b: number): Item[] => [
      { id: 1, cpu: a, memory: 1.02 },
      { id: 2, cpu: b, memory: 1.01 },
    ];
    expect(of(pair(7.01, 7.02))).toEqual([1, 2]);
    expect(of(pair(7.02, 7.01))).toEqual([1, 2]);
    expect(of(pair(7, 7.1))).toEqual([2, 1]);
  });

  it('leaves unknown values last, and rules without small values alone', () => {
    expect(orders().of(items(null, 0, 1))).toEqual([3, 2, 1]);
    const exact: SortRule<Item> = { value: ({ cpu }) => cpu, first: 'desc' };
    expect(createStableOrder().ruleFor(exact, keyOf)).toBe(exact);
  });
});
