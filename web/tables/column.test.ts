import { describe, expect, it } from 'vitest';
import { type Column, directionOf, fitting, ruleOf, type TableSpec, tracksOf } from './column.ts';

interface Item {
  id: number;
  size: number;
}

const column = (key: string, width: number | 'rest', keep: number, isSortable = true): Column<Item> => ({
  key,
  heading: 'Name',
  hint: 'Name',
  width,
  keep,
  text: () => '',
  ...(isSortable && { sort: ({ size }: Item) => size }),
});
const columns = [
  column('size', 60, 0),
  column('a', 50, 2),
  column('b', 50, 1, false),
  column('rest', 'rest', 0),
];
const spec: TableSpec<Item> = {
  label: 'Items',
  columns,
  rules: { sum: { title: 'I/O', value: ({ id }) => id, first: 'asc' } },
  standard: 'size',
  narrow: ['rest', 'size'],
  keyOf: ({ id }) => id,
};

describe('columns that fit', () => {
  it.each([
    [1000, ['size', 'a', 'b', 'rest']],
    [336, ['size', 'a', 'b', 'rest']],
    [335, ['size', 'b', 'rest']],
    [273, ['size', 'rest']],
    [10, ['size', 'rest']],
  ])('into %i pixels', (width, expected) => {
    expect(fitting(columns, width).map(({ key }) => key)).toEqual(expected);
  });

  it('leave the share that the rest asks for to it, and less important ones fill what is free', () => {
    const wide = columns.map((one) => (one.width === 'rest' ? { ...one, least: 0.5 } : one));
    const shown = (list: readonly Column<Item>[], width: number) =>
      fitting(list, width).map(({ key }) => key);
    expect([shown(wide, 392), shown(wide, 391)]).toEqual([
      ['size', 'a', 'b', 'rest'],
      ['size', 'b', 'rest'],
    ]);
    const big = [...columns, column('big', 300, 1), column('big too', 300, 1)];
    expect(shown(big, 336)).toEqual(['size', 'a', 'rest']);
  });

  it('become tracks', () => {
    expect(tracksOf(fitting(columns, 0))).toBe('calc(60px * var(--scale)) minmax(0, 1fr)');
  });
});

describe('the rule of an order', () => {
  it.each([
    ['size', 'size', 'desc'],
    ['sum', 'sum', 'asc'],
    ['b', 'size', 'desc'],
    ['auto', 'size', 'desc'],
    ['constructor', 'size', 'desc'],
  ])('%s is %s', (asked, key, first) => {
    const found = ruleOf(spec, asked);
    expect([found.key, found.rule.first]).toEqual([key, first]);
  });

  it('can be turned round', () => {
    expect([directionOf('asc', false), directionOf('asc', true), directionOf('desc', true)]).toEqual([
      'asc',
      'desc',
      'asc',
    ]);
  });
});
