/** The columns of a table: one declaration each, from which heading, cells, order and colours are made. */
import type { Level } from '../../src/show/display/levels.ts';
import type { FormattedValue } from '../../src/show/display/digits.ts';
import type { Direction, SortRule, SortValue } from '../../src/show/display/order.ts';
import { type Phrase } from '../../src/show/display/language.ts';

export interface ChartLink {
  /** After `#`, with the view as it is. */
  readonly address: string;
  /** Of the series. */
  readonly name: string;
}

export interface Column<T> {
  /** Name in addresses; that of the agent's field where there is one. */
  readonly key: string;
  readonly heading: Phrase;
  /** The whole of what the heading abbreviates. */
  readonly hint: Phrase;
  /** Pixels; `rest` takes what the others leave, never less than {@link LEAST_REST}. */
  readonly width: number | 'rest';
  readonly align?: 'right';
  /** 0 stays however narrow the table is; of the others the largest goes first. */
  readonly keep: number;
  /** The sort value of rows; without it, the column cannot be sorted. */
  readonly sort?: (row: T) => SortValue;
  /** The order of the first click; default: the largest first. */
  readonly first?: Direction;
  /** A key of {@link TableSpec.rules} by which this column is ordered too. */
  readonly rule?: string;
  readonly text: (row: T) => string | FormattedValue | null | undefined;
  /** Before and after the text, in a lighter tone. */
  readonly lead?: (row: T) => string;
  readonly tail?: (row: T) => string;
  /** Second line, where rows have two. */
  readonly sub?: (row: T) => string;
  /** Share from 0 to 1 that a quiet bar covers. */
  readonly bar?: (row: T) => number | null;
  /** Equal parts of the bar, between which there are ticks: the cores of the machine. */
  readonly barParts?: number;
  readonly level?: (row: T) => Level | null;
  /** Why it has this level. */
  readonly why?: (row: T, level: Level) => string;
  /** Stands for several rows. */
  readonly isStrong?: (row: T) => boolean;
  /** Nothing worth the eye. */
  readonly isZero?: (row: T) => boolean;
  /** Said when the pointer rests on the cell. */
  readonly title?: (row: T) => string;
  /** The chart that the text links to. */
  readonly chart?: (row: T) => ChartLink;
  /** `dim`, `mono` … */
  readonly class?: string;
}

export interface TableSpec<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  /** Orders that belong to no single column, or to several. */
  readonly rules?: Readonly<Record<string, SortRule<T> & { readonly title: Phrase }>>;
  /** Breaks ties in every order, highest first. */
  readonly tie?: (row: T) => SortValue;
  /** The order of rows when the requested one is unknown in this table. */
  readonly standard: string;
  /** The columns where rows have two lines. */
  readonly narrow: readonly string[];
  readonly keyOf: (row: T) => string | number;
  /**
   * Puts rows together that belong together, after they were ordered; it may add its own rows.
   * @param order puts other rows in the order of the table
   */
  readonly arrange?: (rows: T[], order: (rows: readonly T[]) => T[]) => T[];
  /** Cells depend on nothing but the item: of one that is the same object they stay. */
  readonly isPure?: boolean;
}

/** Least width of the column that takes the rest. */
export const LEAST_REST = 140;
/** Between columns. */
export const COLUMN_GAP = 12;

/** The rule of an order and its name; the table's standard for names it does not know. */
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

const widthOf = <T>({ width }: Column<T>): number => (width === 'rest' ? LEAST_REST : width);

/** The columns that fit into a width, those that matter least left out. */
export function fitting<T>(columns: readonly Column<T>[], width: number): readonly Column<T>[] {
  let left = [...columns];
  const taken = (): number => left.reduce((sum, column) => sum + widthOf(column) + COLUMN_GAP, -COLUMN_GAP);
  while (taken() > width) {
    const worst = Math.max(...left.map(({ keep }) => keep));
    if (!(worst > 0)) break;
    left = left.filter(({ keep }) => keep < worst);
  }
  return left;
}

/** The columns of rows of two lines. */
export const narrowColumns = <T>({ columns, narrow }: TableSpec<T>): readonly Column<T>[] =>
  narrow.flatMap((key) => columns.filter((column) => column.key === key));

/** Tracks of a CSS grid. */
export const tracksOf = <T>(columns: readonly Column<T>[]): string =>
  columns
    .map(({ width }) => (width === 'rest' ? 'minmax(0, 1fr)' : `calc(${width}px * var(--scale))`))
    .join(' ');
