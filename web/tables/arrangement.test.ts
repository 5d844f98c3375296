import { describe, expect, it } from 'vitest';
import { arranged, type Wish } from './arrangement.ts';
import type { TableSpec } from './column.ts';
import type { Row } from './hold.ts';
import { createKeptOrder } from './kept-order.ts';

interface Item {
  id: number;
  size: number;
}
const spec: TableSpec<Item> = {
  label: 'Items',
  columns: [
    {
      key: 'size',
      heading: 'Name',
      hint: 'Name',
      width: 10,
      keep: 0,
      sort: ({ size }) => size,
      text: () => '',
    },
  ],
  standard: 'size',
  narrow: [],
  keyOf: ({ id }) => id,
};
const wish: Wish = { sort: 'size', isReversed: false, isHeld: false, pinned: null };
const items = (...sizes: number[]): Item[] => sizes.map((size, index) => ({ id: index + 1, size }));
const keys = (rows: readonly Row<Item>[]) => rows.map(({ key, gone }) => (gone ? -Number(key) : key));

describe('rows', () => {
  it('are ordered', () => {
    expect(keys(arranged(items(1, 3, 2), spec, wish, []))).toEqual([2, 3, 1]);
    expect(keys(arranged(items(1, 3, 2), spec, { ...wish, isReversed: true }, []))).toEqual([1, 3, 2]);
  });

  it('keep their place while they are held', () => {
    const before = arranged(items(1, 3, 2), spec, wish, []);
    expect(keys(arranged(items(9, 1, 1, 5), spec, { ...wish, isHeld: true }, before))).toEqual([2, 3, 1, 4]);
    expect(keys(arranged(items(1, 2), spec, { ...wish, isHeld: true }, []))).toEqual([2, 1]);
  });

  it('keep what is pinned when it has ended, and nothing else', () => {
    const before = arranged(items(1, 3, 2), spec, wish, []);
    const after = arranged([{ id: 1, size: 5 }], spec, { ...wish, pinned: 3 }, before);
    expect(keys(after)).toEqual([1, -3]);
    expect(keys(arranged([{ id: 1, size: 5 }], spec, { ...wish, pinned: 3 }, after))).toEqual([1, -3]);
    expect(keys(arranged(items(1, 3, 2), spec, { ...wish, pinned: 3 }, after))).toEqual([2, 3, 1]);
    expect(keys(arranged(items(1), spec, { ...wish, pinned: 77 }, before))).toEqual([1]);
  });

  it('need few comparisons where they stand as before', () => {
    let asked = 0;
    const tie = ({ id }: Item): number => ((asked += 1), -id);
    const counting = {
      ...spec,
      rules: { size: { title: 'I/O' as const, value: () => 0, first: 'desc' as const, tie } },
    };
    const many = Array.from({ length: 1000 }, (_, index) => ({ id: (index * 7919) % 1000, size: 0 }));
    const kept = createKeptOrder<Item>();
    const before = arranged(many, counting, wish, [], kept);
    expect(asked).toBeGreaterThan(10_000);
    asked = 0;
    const after = arranged([{ id: 1000, size: 0 }, ...many], counting, wish, before, kept);
    expect(asked).toBeLessThan(100);
    expect(keys(after)).toEqual(Array.from({ length: 1001 }, (_, index) => index));
  });

  it('are arranged after they were ordered', () => {
    const rows = arranged(items(1, 2), { ...spec, arrange: (some) => some.toReversed() }, wish, []);
    expect(keys(rows)).toEqual([1, 2]);
  });
});
