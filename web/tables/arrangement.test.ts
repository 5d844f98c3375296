import { describe, expect, it } from 'vitest';
import { arranged, type Wish } from './arrangement.ts';
import type { TableSpec } from './column.ts';
import type { Row } from './hold.ts';

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

  it('are arranged after they were ordered', () => {
    const rows = arranged(items(1, 2), { ...spec, arrange: (some) => some.toReversed() }, wish, []);
    expect(keys(rows)).toEqual([1, 2]);
  });
});
