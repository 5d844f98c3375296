import { describe, expect, it } from 'vitest';
import { ordered, type SortRule } from '../../src/show/display/order.ts';
import { createKeptOrder, type Order } from './kept-order.ts';

interface Item {
  readonly id: number;
  readonly size: number | null;
  readonly memory: number;
}
const rule: SortRule<Item> = { value: ({ size }) => size, first: 'desc', tie: ({ memory }) => memory };
const keyOf = ({ id }: Item): number => id;
const order = (basis: readonly unknown[] = [], isPure = true): Order<Item> => ({
  rule,
  direction: 'desc',
  keyOf,
  basis,
  isPure,
});
const ids = (rows: readonly { key: unknown }[]): unknown[] => rows.map(({ key }) => key);

/** Numbers that look random and are the same in every run. */
function numbers(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

describe('an order that is kept', () => {
  it('is that of all items, whatever changes, ends, begins, returns or comes in another order', () => {
    const below = numbers();
    const kept = createKeptOrder<Item>();
    const make = (id: number): Item => ({ id, size: below(4) === 0 ? null : below(5), memory: below(3) });
    let items = Array.from({ length: 60 }, (_, id) => make(id));
    for (let update = 0; update < 400; update += 1) {
      const share = [40, 6, 2][update % 3] ?? 2;
      items = items.filter(() => below(30) > 0).map((item) => (below(share) === 0 ? make(item.id) : item));
      const known = new Set(items.map(keyOf));
      for (let count = below(5); count > 0; count -= 1) {
        const id = below(80);
        if (!known.has(id)) items.push(make(id));
        known.add(id);
      }
      if (update % 7 === 0) items = items.toReversed();
      const rows = kept.rows(items, order());
      expect(ids(rows)).toEqual(ordered(items, rule, 'desc', keyOf).map(keyOf));
      expect(rows.every(({ item }) => items.includes(item))).toBe(true);
    }
  });

  it('has both of two that have one name, and none of them longer than it is there', () => {
    const kept = createKeptOrder<Item>();
    const [a, b, c] = [1, 2, 3].map((size) => ({ id: size === 3 ? 2 : size, size, memory: 0 })) as [
      Item,
      Item,
      Item,
    ];
    expect(ids(kept.rows([a, b, c], order()))).toEqual([2, 2, 1]);
    expect(ids(kept.rows([a, b, c], order()))).toEqual([2, 2, 1]);
    expect(ids(kept.rows([a, c], order()))).toEqual([2, 1]);
    expect(ids(kept.rows([c], order()))).toEqual([2]);
    expect(ids(kept.rows([a, b], order()))).toEqual([2, 1]);
  });

  it('keeps rows of items that are the same, and asks those again that may differ', () => {
    const kept = createKeptOrder<Item>();
    const items = [4, 3].map((size, id) => ({ id, size, memory: 0 }));
    const before = kept.rows(items, order());
    expect(kept.rows(items, order())).toEqual(before);
    expect(kept.rows(items, order())[0]).toBe(before[0]);
    items[1]!.size = 9;
    expect(ids(kept.rows(items, order()))).toEqual([0, 1]);
    expect(ids(kept.rows(items, order([], false)))).toEqual([1, 0]);
  });

  it('begins anew with another basis, and when it is to forget', () => {
    const kept = createKeptOrder<Item>();
    const items = [4, 3].map((size, id) => ({ id, size, memory: 0 }));
    kept.rows(items, order(['size']));
    items[1]!.size = 9;
    expect(ids(kept.rows(items, order(['other'])))).toEqual([1, 0]);
    items[1]!.size = 1;
    kept.forget();
    expect(ids(kept.rows(items, order(['other'])))).toEqual([0, 1]);
  });
});
