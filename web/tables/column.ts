/** Column declarations: heading, cells, order and colours follow from them. */
import type { ServedMember } from '../api/types.ts';
import type { Level } from '../../src/show/display/levels.ts';
import type { FormattedValue } from '../../src/show/display/digits.ts';
import type { Direction, SortRule, SortValue } from '../../src/show/display/order.ts';
import { type TableColumn, withLooks } from '../../src/show/display/table-column.ts';
import type { Kind } from '../../src/show/display/units.ts';
import type { Phrase } from '../../src/show/display/language.ts';

export interface ChartLink {
  /** Fragment that keeps the rest of the view. */
  readonly address: string;
  /** Of the series. */
  readonly name: string;
}

/** What the declaration of a column leaves to the page is in here, too. */
export interface Column<T> extends Omit<TableColumn<T>, 'cell' | 'kind' | 'short' | 'sort'> {
  /** Pixels; `rest`: the remaining width, at least {@link LEAST_REST}. */
  readonly width: number | 'rest';
  /** Share of the table that `rest` keeps free of other columns. */
  readonly least?: number;
  /** Absent: not sortable. */
  readonly sort?: (row: T) => SortValue;
  /** Key of {@link TableSpec.rules} that also sorts this column. */
  readonly rule?: string;
  readonly text: (row: T) => string | FormattedValue | null | undefined;
  /** Prefix and suffix in a lighter tone. */
  readonly lead?: (row: T) => string;
  readonly tail?: (row: T) => string;
  /** Second line of rows with two lines. */
  readonly sub?: (row: T) => string;
  /** Length of a neutral bar, from 0 to 1. */
  readonly bar?: (row: T) => number | null;
  readonly level?: (row: T) => Level | null;
  /** Why it has this level. */
  readonly why?: (row: T, level: Level) => string;
  /** Stands for several rows. */
  readonly isStrong?: (row: T) => boolean;
  /** Tooltip. */
  readonly title?: (row: T) => string;
  /** Chart behind the text. */
  readonly chart?: (row: T) => ChartLink;
  /** `dim`, `mono` … */
  readonly class?: string;
}

export type Look<T> = Partial<Column<T>> & Pick<Column<T>, 'width'>;

/** Columns that page and terminal share, with what the page adds. */
export const columnsOf = <T>(
  show: (value: ServedMember, kind: Kind) => FormattedValue,
  columns: readonly TableColumn<T>[],
  looks: Readonly<Record<string, Look<T>>>,
): Column<T>[] =>
  withLooks(columns, looks, ({ cell, kind, ...column }, look) => ({
    ...column,
    text: (row) => {
      const value = cell(row);
      if (kind === undefined) return value?.toString();
      return kind === 'percent' ? show(value, kind).digits : show(value, kind);
    },
    ...look,
  }));

export interface TableSpec<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  /** Orders without a single column. */
  readonly rules?: Readonly<Record<string, SortRule<T> & { readonly title: Phrase }>>;
  /** Tie-breaker of every order, descending. */
  readonly tie?: (row: T) => SortValue;
  /** Order of rows if the requested one is unknown here. */
  readonly standard: string;
  /** Columns of rows with two lines. */
  readonly narrow: readonly string[];
  readonly keyOf: (row: T) => string | number;
  /**
   * Groups related rows after sorting; may add rows.
   * @param order sorts other rows in the table's order
   */
  readonly arrange?: (rows: T[], order: (rows: readonly T[]) => T[]) => T[];
  /** Cells depend only on the item, so they are cached per item object. */
  readonly isPure?: boolean;
}

/** Minimum width of the `rest` column. */
export const LEAST_REST = 140;
/** Width of the `rest` column beyond which other columns go first. */
const ENOUGH_REST = 400;
/** Gap between columns. */
export const COLUMN_GAP = 12;

/** An order's rule and name; the table's default for unknown names. */
export function ruleOf<T>(spec: TableSpec<T>, key: string): { key: string; rule: SortRule<T> } {
  const own = spec.rules?.[key];
  if (own !== undefined && Object.hasOwn(spec.rules ?? {}, key)) return { key, rule: own };
  const column = spec.columns.find((one) => one.key === key && one.sort !== undefined);
  if (column?.sort !== undefined) {
    const { sort: value, first = 'desc' } = column;
    const rule = { value, first };
    return { key, rule: spec.tie ? { ...rule, tie: spec.tie } : rule };
  }
  if (key === spec.standard) return { key, rule: { value: () => null, first: 'desc' } };
  return ruleOf(spec, spec.standard);
}

export const directionOf = (first: Direction, isReversed: boolean): Direction =>
  isReversed ? (first === 'asc' ? 'desc' : 'asc') : first;

/** Columns that fit into a width, by priority. */
export function fitting<T>(columns: readonly Column<T>[], width: number): readonly Column<T>[] {
  const taken = (some: readonly Column<T>[]): number =>
    some.reduce(
      (sum, { width: own, least = 0 }) =>
        sum +
        COLUMN_GAP +
        (own === 'rest' ? Math.max(LEAST_REST, Math.min(ENOUGH_REST, least * width)) : own),
      -COLUMN_GAP,
    );
  const priorities = [...new Set(columns.map(({ keep }) => keep))].sort((a, b) => a - b);
  return priorities.reduce<readonly Column<T>[]>((shown, priority) => {
    const more = columns.filter((column) => column.keep === priority || shown.includes(column));
    return priority === 0 || taken(more) <= width ? more : shown;
  }, []);
}

/** Columns of rows with two lines. */
export const narrowColumns = <T>({ columns, narrow }: TableSpec<T>): readonly Column<T>[] =>
  narrow.flatMap((key) => columns.filter((column) => column.key === key));

/** CSS grid tracks. */
export const tracksOf = <T>(columns: readonly Column<T>[]): string =>
  columns
    .map(({ width }) => (width === 'rest' ? 'minmax(0, 1fr)' : `calc(${width}px * var(--scale))`))
    .join(' ');
