/** Window of a virtual list. Lengths in CSS pixels. */

/** Details below a row. */
export interface Gap {
  /** Index of the row above it. */
  readonly after: number;
  readonly height: number;
}

export interface Viewport {
  /** Distance from the list's top to the viewport's. */
  readonly top: number;
  readonly height: number;
  /** Overscan rows. */
  readonly spare?: number;
}

export interface RowWindow {
  /** Rows from `first` up to, not including, `end`. */
  readonly first: number;
  readonly end: number;
  /** Padding for the rows before and after. */
  readonly above: number;
  readonly below: number;
}

/** Overscan rows, so fast scrolling shows no blanks. */
const SPARE_ROWS = 6;

/** Distance of a row from the list's top. */
export const offsetOf = (index: number, rowHeight: number, gap: Gap | null): number =>
  index * rowHeight + (gap !== null && index > gap.after ? gap.height : 0);

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Returns the row at a distance from the top; details belong to the row above. */
export function rowAt(distance: number, rowHeight: number, gap: Gap | null): number {
  const plain = Math.floor(distance / rowHeight);
  if (gap === null || plain <= gap.after) return plain;
  return Math.max(gap.after, Math.floor((distance - gap.height) / rowHeight));
}

/** Visible rows and overscan. */
export function windowOf(
  count: number,
  rowHeight: number,
  { top, height, spare = SPARE_ROWS }: Viewport,
  gap: Gap | null = null,
): RowWindow {
  const first = clamp(rowAt(top, rowHeight, gap) - spare, 0, count);
  // Some rows exist even out of sight, for find-in-page and screen readers.
  const least = Math.min(count, first + SPARE_ROWS);
  const end = clamp(rowAt(top + height, rowHeight, gap) + 1 + spare, least, count);
  const total = offsetOf(count, rowHeight, gap !== null && gap.after < count ? gap : null);
  const until = offsetOf(end, rowHeight, gap);
  return { first, end, above: offsetOf(first, rowHeight, gap), below: total - until };
}

/** Scroll position that shows a whole row; null: it is visible. */
export function scrollFor(
  index: number,
  rowHeight: number,
  { top, height }: Viewport,
  gap: Gap | null = null,
): number | null {
  const start = offsetOf(index, rowHeight, gap);
  if (start < top) return start;
  const end = start + rowHeight;
  return end > top + height ? end - height : null;
}

/** Returns the row that a key moves to; null: another key. @param at the current row, -1: none */
export function rowAfterKey(key: string, at: number, count: number, page: number): number | null {
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? count - 1 : at - 1,
    PageDown: Math.max(at, 0) + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const target = moves[key];
  return target === undefined || count === 0 ? null : clamp(target, 0, count - 1);
}
