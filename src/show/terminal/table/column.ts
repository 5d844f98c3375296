/** Tables as data: columns, orders and keys of rows. */
import type { Direction, SortValue } from '../../display/order.ts';
import type { Style } from '../screen/style.ts';
import type { TableLook } from '../state/kept-rows.ts';

export interface Column<T> {
  /** Also the key it is sorted by. */
  readonly key: string;
  readonly heading: string;
  /** In cells; the last column takes the rest. */
  readonly width: number;
  readonly align: 'left' | 'right';
  /** Columns with larger numbers go first where there is too little room; 0 stays. */
  readonly keep: number;
  readonly sort: (row: T) => SortValue;
  /** Direction that most users want. */
  readonly first: Direction;
  readonly text: (row: T) => string;
  readonly style?: (row: T) => Style;
  /** In front of the text and behind it, in a lighter tone. */
  readonly lead?: (row: T) => string;
  readonly tail?: (row: T) => string;
}

export interface Table<T extends object> {
  readonly rows: readonly T[];
  /** The last column takes the remaining width. */
  readonly columns: readonly Column<T>[];
  /** Orders that have no column of their own. */
  readonly orders: Readonly<Record<string, (row: T) => SortValue>>;
  /** Compared, highest first, where two are equal. */
  readonly tie: (row: T) => SortValue;
  readonly keyOf: (row: T) => string;
  /** Decides between rows that are equal otherwise; numbers are compared faster than texts. Default: the key. */
  readonly identity?: (row: T) => number;
  /** Input of the cells, besides the row; null: they may change while the row does not. */
  readonly look: TableLook | null;
  /** Why it is empty. */
  absence(): string;
}

/** Least width of the last column in cells, and its share of the width. */
const LEAST_REST = 16;
const REST_SHARE = 0.3;

/** Returns the columns that fit, in their order; the last one gets the remaining width. */
export function fitting<T>(columns: readonly Column<T>[], width: number): (Column<T> & { cells: number })[] {
  const last = columns.at(-1);
  if (last === undefined) return [];
  const kept = new Set<Column<T>>([last]);
  let left = width - Math.max(LEAST_REST, Math.floor(width * REST_SHARE));
  for (const column of columns.slice(0, -1).toSorted((a, b) => a.keep - b.keep)) {
    if (column.width + 1 > left && column.keep > 0) break;
    kept.add(column);
    left -= column.width + 1;
  }
  const shown = columns.filter((column) => kept.has(column));
  const fixed = shown.slice(0, -1).reduce((sum, column) => sum + column.width + 1, 0);
  return shown.map((column) => ({
    ...column,
    cells: column === last ? Math.max(0, width - fixed) : column.width,
  }));
}
