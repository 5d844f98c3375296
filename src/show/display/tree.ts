/** Process tree: processes below their parents. */
import { groupBy } from '../../core/group-by.ts';

/** A row with its tree lines. */
export interface TreeRow<T> {
  readonly row: T;
  /** Per level, whether siblings follow; the last is the row's own. */
  readonly more: readonly boolean[];
}

/**
 * Rows in tree order; siblings keep their order.
 * @param parentOf id of the parent; undefined: unknown
 */
export function asTree<T>(
  rows: readonly T[],
  idOf: (row: T) => number,
  parentOf: (id: number) => number | undefined,
): TreeRow<T>[] {
  const ids = new Set(rows.map(idOf));
  const children = groupBy(rows, (row) => {
    const parent = parentOf(idOf(row));
    return parent === undefined || !ids.has(parent) || parent === idOf(row) ? null : parent;
  });
  const tree: TreeRow<T>[] = [];
  // A stack, not recursion: chains of processes may be of any length.
  const stack: TreeRow<T>[] = topDown(children.get(null) ?? [], null);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    tree.push(next);
    const below = children.get(idOf(next.row));
    if (below !== undefined) stack.push(...topDown(below, next.more));
  }
  // Parents read at different times may form a cycle without a root.
  const placed = new Set(tree.map(({ row }) => row));
  return [...tree, ...rows.filter((row) => !placed.has(row)).map((row) => ({ row, more: [] }))];
}

/** Reversed for the stack. @param above null: roots, without lines */
const topDown = <T>(rows: readonly T[], above: readonly boolean[] | null): TreeRow<T>[] =>
  rows
    .map((row, index) => ({ row, more: above === null ? [] : [...above, index < rows.length - 1] }))
    .reverse();

/** `│ └─`: the lines in front of a row. */
export function treeLines(
  more: readonly boolean[],
  [last, other, beside]: readonly [last: string, other: string, beside: string],
): string {
  if (more.length === 0) return '';
  const above = more.slice(0, -1).map((isMore) => (isMore ? beside : ' '.repeat(beside.length)));
  return [...above.slice(-MOST_LEVELS), more.at(-1) === true ? other : last].join('') + ' ';
}

/** Deepest level with lines, to leave room for names. */
const MOST_LEVELS = 10;
