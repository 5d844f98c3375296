/** Which rows of a long list are put on the page. All lengths in CSS pixels. */

/** Something taller than a row that stands under one of them. */
export interface Gap {
  /** Index of the row above it. */
  readonly after: number;
  readonly height: number;
}

export interface Viewport {
  /** From the top of the list to the top of what is seen. */
  readonly top: number;
  readonly height: number;
  /** Rows beyond the edges. */
  readonly spare?: number;
}

export interface RowWindow {
  /** Rows from `first` up to, not including, `end`. */
  readonly first: number;
  readonly end: number;
  /** Space that stands for the rows before and after. */
  readonly above: number;
  readonly below: number;
}

/** Rows beyond the edges, so that a quick scroll meets no white. */
const SPARE_ROWS = 6;

/** The distance of a row from the top of the list. */
export const offsetOf = (index: number, rowHeight: number, gap: Gap | null): number =>
  index * rowHeight + (gap !== null && index > gap.after ? gap.height : 0);

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The row at a distance from the top; what stands in the gap belongs to the row above it. */
export function rowAt(distance: number, rowHeight: number, gap: Gap | null): number {
  const plain = Math.floor(distance / rowHeight);
  if (gap === null || plain <= gap.after) return plain;
  return Math.max(gap.after, Math.floor((distance - gap.height) / rowHeight));
}

/** The rows in sight and a few more. */
export function windowOf(
  count: number,
  rowHeight: number,
  { top, height, spare = SPARE_ROWS }: Viewport,
  gap: Gap | null = null,
): RowWindow {
  const first = clamp(rowAt(top, rowHeight, gap) - spare, 0, count);
  // Some are there even when the list is out of sight: what is searched for or read out begins with them.
  const least = Math.min(count, first + SPARE_ROWS);
  const end = clamp(rowAt(top + height, rowHeight, gap) + 1 + spare, least, count);
  const total = offsetOf(count, rowHeight, gap !== null && gap.after < count ? gap : null);
  const until = offsetOf(end, rowHeight, gap);
  return { first, end, above: offsetOf(first, rowHeight, gap), below: total - until };
}

/** Where to scroll so that a row is seen wholly; null when it is. */
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

/** The row that a key leads to; null for keys that say nothing about that. @param at the present one, -1 for none */
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
