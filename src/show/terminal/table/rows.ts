/** The rows of a table as they are shown: filtered, in their order. */
import type { Filters } from '../../display/filter.ts';
import { type Direction, firstOrdered, type SortValue } from '../../display/order.ts';
import { automaticKey } from '../../../core/process-order.ts';
import type { Surface, SurfaceView } from '../state/surface.ts';
import type { Ui } from '../state/ui.ts';
import type { Table } from './column.ts';
import { asTree, type TreeRow, treeLines } from '../../display/tree.ts';

export interface ShownRows<T = unknown> {
  /** First rows, as many as requested. */
  readonly rows: readonly T[];
  /** Rows that match the filter. */
  readonly count: number;
  /** In front of the text of each row; empty where there is no tree. */
  readonly lines: readonly string[];
  /** All there are. */
  readonly total: number;
  readonly sort: string;
  readonly direction: Direction;
  readonly filters: Filters;
  /** Why the filter cannot be used; null: it can. */
  readonly problem: string | null;
}

/** Returns the key by which a table is ordered: that of the user, else by the scarce resource. */
export function sortKeyOf(ui: Ui): string {
  return ui.view.sort ?? automaticKey(ui.source.latest('alert'));
}

/** @param want rows that are needed, from the first on */
export function rowsOf<T extends object>(ui: Ui, table: Table<T>, want: number): ShownRows<T> {
  const { view } = ui;
  const isTree = view.tree && view.table === 'processes';
  const arranged = arrangedRows(ui, table, sortKeyOf(ui), isTree ? Infinity : want);
  const tree = isTree ? treeOf(ui, arranged.rows) : null;
  if (tree === null) return arranged;
  return {
    ...arranged,
    rows: tree.map(({ row }) => row),
    lines: tree.map(({ more }) => treeLines(more, ui.glyphs.tree)),
  };
}

/** Rows that a grid of so many lines needs, wherever its cursor goes. */
export const wantedRows = ({ top, selected, followed }: SurfaceView, lines: number): number =>
  followed === null ? Math.max(top, selected) + lines : Infinity;

/** Filtered and in order. @param sort key of a column or of another order of the table */
export function arrangedRows<T extends object>(
  { view: { filter, isReversed }, filtering }: Surface,
  table: Table<T>,
  sort: string,
  want = Infinity,
): ShownRows<T> {
  const column = table.columns.find(({ key }) => key === sort);
  const value: (row: T) => SortValue = column?.sort ?? table.orders[sort] ?? table.tie;
  const first = column?.first ?? 'desc';
  const direction = isReversed ? (first === 'asc' ? 'desc' : 'asc') : first;
  const { rows: matching, filters, problem } = filtering.apply(table.rows, filter);
  const rule = { value, first, tie: table.tie };
  const rows = firstOrdered(matching, rule, direction, {
    identity: table.identity ?? table.keyOf,
    count: want,
  });
  const [count, total] = [matching.length, table.rows.length];
  return { rows, count, lines: [], total, sort, direction, filters, problem };
}

/** Null where nobody can say who started whom. */
function treeOf<T extends object>({ source }: Ui, rows: readonly T[]): TreeRow<T>[] | null {
  if (source.control === null) return null;
  const pidOf = (row: T): number => (row as { pid?: number }).pid ?? 0;
  const parents = source.control.parents(rows.map(pidOf));
  return asTree(rows, pidOf, (pid) => parents.get(pid));
}
