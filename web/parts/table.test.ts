import { describe, expect, it } from 'vitest';
import { type Column, sorted, visibleRows } from './table.ts';

interface Row {
  name: string;
  size: number | null;
}
const rows: Row[] = [
  { name: 'b', size: 1 },
  { name: 'a', size: null },
  { name: 'c', size: 3 },
  { name: 'd', size: 1 },
];
const column = (sort: Column<Row>['sort']): Column<Row> => ({
  key: 'k',
  title: '',
  width: '1fr',
  text: () => '',
  ...(sort && { sort }),
});
const names = (some: readonly Row[]): string => some.map(({ name }) => name).join('');

describe('sorting', () => {
  it('begins with the largest number, or the first word; equal rows keep their order, missing values come last', () => {
    expect(
      names(
        sorted(
          rows,
          column(({ size }) => size),
          false,
        ),
      ),
    ).toBe('cbda');
    expect(
      names(
        sorted(
          rows,
          column(({ size }) => size),
          true,
        ),
      ),
    ).toBe('bdca');
    expect(
      names(
        sorted(
          rows,
          column(({ name }) => name),
          false,
        ),
      ),
    ).toBe('abcd');
    expect(names(sorted(rows, undefined, false))).toBe('bacd');
  });
});

describe('visible rows', () => {
  it('are those in sight and some more', () => {
    expect(visibleRows(1000, 20, 0, 400)).toEqual({ from: 0, to: 26 });
    expect(visibleRows(1000, 20, 10_000, 400)).toEqual({ from: 494, to: 526 });
    expect(visibleRows(5, 20, -300, 400)).toEqual({ from: 0, to: 5 });
    expect(visibleRows(0, 20, 100, 400)).toEqual({ from: 0, to: 0 });
  });
});
