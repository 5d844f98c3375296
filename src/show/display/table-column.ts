/** Columns of the main tables of page and terminal. Widths, colours and what is around a text are those of each surface. */
import type { Phrase } from './language.ts';
import type { Direction, SortValue } from './order.ts';
import type { Kind } from './units.ts';

export interface TableColumn<T> {
  /** In addresses, and for orders; the agent's field, if any. */
  readonly key: string;
  readonly heading: Phrase;
  /** Heading of a few cells; absent: `heading`. */
  readonly short?: string;
  /** Full text of an abbreviated heading. */
  readonly hint: Phrase;
  readonly align?: 'right';
  /** 0: always shown; otherwise those with larger numbers go first where there is too little room. */
  readonly keep: number;
  readonly sort: (row: T) => SortValue;
  /** The first click's order; default: descending. */
  readonly first?: Direction;
  /** Of the numbers in `cell`; absent: texts, and numbers as they are. */
  readonly kind?: Kind;
  readonly cell: (row: T) => string | number | null | undefined;
  /** Not noteworthy. */
  readonly isZero?: (row: T) => boolean;
}

/** A number that is also sorted by; zero is not noteworthy. */
export const amountColumn = <T>(
  column: Pick<TableColumn<T>, 'key' | 'heading' | 'short' | 'hint' | 'keep' | 'kind'>,
  cell: (row: T) => number | null | undefined,
): TableColumn<T> => ({
  ...column,
  align: 'right',
  sort: cell,
  cell,
  isZero: (row) => (cell(row) ?? 0) === 0,
});

/** A percentage that reads 0.0 is not noteworthy. */
export const percentColumn = <T>(
  column: Pick<TableColumn<T>, 'key' | 'heading' | 'short' | 'hint' | 'keep'>,
  cell: (row: T) => number | null | undefined,
): TableColumn<T> => ({
  ...amountColumn({ ...column, kind: 'percent' }, cell),
  isZero: (row) => !((cell(row) ?? 0) >= 0.05),
});

export const textColumn = <T>(
  column: Pick<TableColumn<T>, 'key' | 'heading' | 'short' | 'hint' | 'keep'>,
  cell: (row: T) => string | null | undefined,
): TableColumn<T> => ({ ...column, sort: cell, first: 'asc', cell });

/** The columns that a surface has a look for, in their order. */
export const withLooks = <T, Look, Column>(
  columns: readonly TableColumn<T>[],
  looks: Readonly<Record<string, Look>>,
  make: (column: TableColumn<T>, look: Look) => Column,
): Column[] =>
  columns.flatMap((column) => {
    const look = looks[column.key];
    return look === undefined ? [] : [make(column, look)];
  });

/** Why a table is empty, where its plugin has no reason. */
export const EMPTY_TABLES = {
  processlist: 'Processes are not sampled.',
  programlist: 'Programs are not sampled.',
  containers: 'No container runs here.',
  vms: 'No virtual machine runs here.',
} as const satisfies Readonly<Record<string, Phrase>>;
