import { describe, expect, it } from 'vitest';
import { asTree, treeLines } from './tree.ts';

const LINES = ['└─', '├─', '│ '] as const;

const parents = new Map([
  [1, 0],
  [2, 1],
  [3, 1],
  [4, 2],
  [5, 4],
  [6, 7],
  [7, 6],
]);

const drawn = (ids: readonly number[]): string[] =>
  asTree(
    ids,
    (id) => id,
    (id) => parents.get(id),
  ).map(({ row, more }) => treeLines(more, LINES) + row);

describe('asTree', () => {
  it('puts processes below their parents, in their order', () => {
    expect(drawn([1, 2, 3, 4, 5])).toEqual(['1', '├─ 2', '│ └─ 4', '│   └─ 5', '└─ 3']);
    expect(drawn([5, 3, 4, 2, 1])).toEqual(['1', '├─ 3', '└─ 2', '  └─ 4', '    └─ 5']);
  });

  it('shows those at the top whose parents are not there', () => {
    expect(drawn([4, 3, 9])).toEqual(['4', '3', '9']);
  });

  it('loses none, not even in a ring', () => {
    expect(drawn([6, 7, 1])).toEqual(['1', '6', '7']);
  });

  it('takes chains of any length', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => index);
    const rows = asTree(
      long.slice(0, 3000),
      (id) => id,
      (id) => id - 1,
    );
    expect(rows).toHaveLength(3000);
    expect(treeLines(rows[2999]!.more, LINES).length).toBeLessThan(30);
  });
});
