/** The rows of a table as they are shown: filtered, in their order. */
import { type Filters, parseFilters, select } from '../../display/filter.ts';
import { type Direction, ordered, type SortValue } from '../../display/order.ts';
import { automaticKey } from '../../core/process-order.ts';
import type { Ui } from '../state/ui.ts';
import type { Table } from './column.ts';

export interface ShownRows<T> {
  readonly rows: readonly T[];
  /** All there are. */
  readonly total: number;
  readonly sort: string;
  readonly direction: Direction;
  readonly filters: Filters;
}

/** The key by which a table is ordered at present: that of the user, else by what is scarce. */
export function sortKeyOf(ui: Ui): string {
  return ui.view.sort ?? automaticKey(ui.subject.latest('alert'));
}

export function rowsOf<T extends object>(ui: Ui, table: Table<T>): ShownRows<T> {
  const { view } = ui;
  const sort = sortKeyOf(ui);
  const column = table.columns.find(({ key }) => key === sort);
  const value: (row: T) => SortValue = column?.sort ?? table.orders[sort] ?? table.tie;
  const first = column?.first ?? 'desc';
  const direction = view.isReversed ? (first === 'asc' ? 'desc' : 'asc') : first;
  const filters = parseFilters(view.filter);
  const rows = ordered(select(table.rows, filters), { value, first, tie: table.tie }, direction, table.keyOf);
  return { rows, total: table.rows.length, sort, direction, filters };
}
