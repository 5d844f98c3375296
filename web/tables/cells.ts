/** Cells of a row. Unchanged rows keep their object, so nothing is rendered again. */
import { NOTHING, type FormattedValue } from '../../src/show/display/digits.ts';
import type { Level } from '../../src/show/display/levels.ts';
import { withMinus } from '../state/signed.ts';
import type { ChartLink, Column } from './column.ts';
import type { Row } from './hold.ts';
import { printable } from '../../src/show/display/printable.ts';

export interface Cell {
  readonly key: string;
  readonly lead: string;
  readonly text: string;
  readonly tail: string;
  readonly unit: string;
  readonly sub: string;
  readonly level: Level | null;
  /** Percent of the cell's width; null: no bar. */
  readonly bar: number | null;
  readonly title: string | undefined;
  /** Why it has its level; empty without a level. */
  readonly why: string;
  /** Null: no link. */
  readonly chart: ChartLink | null;
  readonly classes: string;
  /** Only text and unit, as in most cells, which need no elements. */
  readonly isPlain: boolean;
}

export interface Cells {
  readonly list: readonly Cell[];
}

/** Maximum length of tooltips. */
const MOST_TITLE = 2000;

const partsOf = (value: string | FormattedValue | null | undefined): FormattedValue =>
  typeof value === 'object' && value !== null ? value : { digits: value ?? NOTHING, unit: '' };

/** Shorter bars look like dust. */
const LEAST_BAR = 0.03;
const percentOf = (share: number | null | undefined): number =>
  typeof share === 'number' && share >= LEAST_BAR ? Math.round(Math.min(1, share) * 1000) / 10 : 0;

/** Estimated upper limit in pixels; also for wide scripts. */
const LETTER = 13;
const mayBeCut = <T>({ width }: Column<T>, text: string): boolean =>
  typeof width !== 'number' || text.length * LETTER > width;

const fixedClasses = <T>(column: Column<T>): string => {
  const { align, class: own = '', bar } = column;
  return `cell ${align ?? 'words'} ${own}${bar === undefined ? '' : ' micro'}`;
};

function cellOf<T>(column: Column<T>, row: T, hasSub: boolean): Cell {
  const value = column.text(row);
  const { digits, unit } = partsOf(value);
  const isMissing = typeof value === 'object' && value !== null && digits === NOTHING;
  const level = column.level?.(row) ?? null;
  const why = level === null ? '' : printable(column.why?.(row, level) ?? '');
  const own = printable(column.title?.(row) ?? '', MOST_TITLE);
  // The title may be the reason, preceded by its level.
  const title = [why, why.endsWith(own) ? '' : own].filter(Boolean).join('\n');
  const isZero = level === null && (isMissing || column.isZero?.(row) === true);
  const [lead, text, tail] = [
    printable(column.lead?.(row) ?? ''),
    column.align === 'right' ? withMinus(printable(digits)) : printable(digits),
    printable(column.tail?.(row) ?? ''),
  ];
  const isLong = column.align !== 'right' && (hasSub || mayBeCut(column, lead + text + tail));
  const tone = isZero ? ' zero' : level === null ? '' : ` is-${level}`;
  const chart = isMissing ? null : (column.chart?.(row) ?? null);
  const isPlain =
    level === null && !hasSub && column.lead === undefined && column.tail === undefined && chart === null;
  return {
    key: column.key,
    lead,
    text,
    tail,
    // Zero and dash have no unit but its width, so digits align.
    unit: (isZero && unit !== '') || isMissing ? ' ' : unit,
    sub: hasSub ? printable(column.sub?.(row) ?? '') : '',
    level,
    bar: column.bar === undefined ? null : percentOf(column.bar(row)),
    title: title === '' ? undefined : title,
    why,
    chart,
    classes: `${fixedClasses(column)}${tone}${column.isStrong?.(row) ? ' strong' : ''}${isLong ? ' long' : ''}${isPlain ? ' plain' : ''}`,
    isPlain,
  };
}

const looksSame = (a: Cell, b: Cell | undefined): b is Cell =>
  b !== undefined &&
  a.key === b.key &&
  a.text === b.text &&
  a.unit === b.unit &&
  a.lead === b.lead &&
  a.tail === b.tail &&
  a.sub === b.sub &&
  a.level === b.level &&
  a.bar === b.bar &&
  a.classes === b.classes &&
  a.title === b.title &&
  a.why === b.why &&
  a.chart?.address === b.chart?.address;

/** @param hasSub rows have two lines */
export const cellsOf = <T>(columns: readonly Column<T>[], row: T, hasSub: boolean): Cells => ({
  list: columns.map((column) => cellOf(column, row, hasSub)),
});

/** Unchanged cells keep their objects, and so does an unchanged row. */
export function sameAs(before: Cells | undefined, now: Cells): Cells {
  if (before === undefined || before === now) return now;
  const { list } = now;
  const cells = list.map((cell, at) => {
    const known = before.list[at];
    return looksSame(cell, known) ? known : cell;
  });
  const isSame = before.list.length === list.length && cells.every((cell, at) => cell === before.list[at]);
  return isSame ? before : { list: cells };
}

/** A row and its position on the page. */
export interface Place<T> {
  readonly row: Row<T>;
  /** Of the element. */
  readonly key: string | number;
}

export interface ShownCells<T> extends Place<T> {
  readonly cells: Cells;
}

/** How rows are shown. */
export interface Look<T> {
  readonly columns: readonly Column<T>[];
  /** Two lines per row. */
  readonly hasSub: boolean;
  /** See {@link TableSpec.isPure}. */
  readonly isPure: boolean;
}

/** Cells of visible rows; unchanged ones keep their objects. */
export function useCells<T>(): { cellsIn(places: readonly Place<T>[], look: Look<T>): ShownCells<T>[] } {
  let ofRows = new Map<string | number, ShownCells<T>>();
  let ofPlaces = new Map<string | number, Cells>();
  let shownColumns: readonly Column<T>[] = [];
  return {
    cellsIn(places, { columns, hasSub, isPure }) {
      const isSame = isPure && columns === shownColumns;
      const list = places.map((place) => {
        const known = ofRows.get(place.row.key);
        const isKnown = isSame && known?.row.item === place.row.item;
        const cells = isKnown ? known.cells : cellsOf(columns, place.row.item, hasSub);
        return { ...place, cells: sameAs(ofPlaces.get(place.key), cells) };
      });
      ofRows = new Map(list.map((one) => [one.row.key, one]));
      ofPlaces = new Map(list.map(({ key, cells }) => [key, cells]));
      shownColumns = columns;
      return list;
    },
  };
}
