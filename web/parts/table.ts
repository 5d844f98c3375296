/** What a table shows: columns that say how a row's value is compared, written and coloured. */
import type { Level } from '../state/levels.ts';
import type { Shown } from '../units/digits.ts';

export interface Column<T> {
  /** Name in addresses and keys. */
  key: string;
  title: string;
  /** Said when the pointer rests on the heading. */
  hint?: string;
  /** A track of a CSS grid: `64px`, `minmax(160px, 1fr)`. */
  width: string;
  align?: 'right';
  /** What rows are sorted by; without, the column cannot be sorted by. */
  sort?: (row: T) => number | string | null | undefined;
  /** Whether the largest stands first when one sorts by it; default: yes for numbers. */
  isDescending?: boolean;
  /** What the cell says. */
  text: (row: T) => string | Shown | null | undefined;
  /** Share from 0 to 1 that a quiet bar behind the number covers. */
  bar?: (row: T) => number;
  level?: (row: T) => Level | null;
  /** Nothing worth the eye: shown in a lighter tone. */
  isZero?: (row: T) => boolean;
  /** Said when the pointer rests on the cell. */
  titleOf?: (row: T) => string;
  /** `mono`, `dim` … */
  class?: string;
}

/** Rows in order; equal ones keep theirs, and what is missing stands last. */
export function sorted<T>(
  rows: readonly T[],
  column: Column<T> | undefined,
  isReversed: boolean,
): readonly T[] {
  const by = column?.sort;
  if (by === undefined) return isReversed ? [...rows].reverse() : rows;
  const keyed = rows.map((row) => ({ row, key: by(row) ?? null }));
  const first = keyed.find(({ key }) => key !== null)?.key;
  const isDescending = (column?.isDescending ?? typeof first === 'number') !== isReversed;
  const sign = isDescending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    if (a.key < b.key) return -sign;
    return a.key > b.key ? sign : 0;
  });
  return keyed.map(({ row }) => row);
}

/** Which rows can be seen, with some more on both sides. */
export interface Window {
  from: number;
  to: number;
}

/** Rows beyond the edges that are drawn too, so that scrolling shows no holes. */
const SPARE = 6;

export function visibleRows(count: number, rowHeight: number, above: number, height: number): Window {
  const from = Math.max(0, Math.floor(above / rowHeight) - SPARE);
  const to = Math.min(count, Math.ceil((above + height) / rowHeight) + SPARE);
  return { from: Math.min(from, Math.max(0, count - 1)), to: Math.max(to, 0) };
}
