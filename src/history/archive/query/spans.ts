import { TICK_MS } from '../format/ticks.ts';
import type { Rows } from '../format/rows-codec.ts';

/** Sorted, disjoint time spans. */
export type Span = readonly [from: number, to: number];

/** Returns the parts of the spans within a range. */
export const clip = (spans: readonly Span[], from: number, to: number): Span[] =>
  spans
    .map(([start, end]): Span => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => start < end);

/** Returns the parts of the spans outside the others. */
export function subtract(spans: readonly Span[], others: readonly Span[]): Span[] {
  let left = [...spans];
  for (const [from, to] of others)
    left = left.flatMap(([start, end]): Span[] =>
      clip([[start, end]], -Infinity, from).concat(clip([[start, end]], to, Infinity)),
    );
  return left;
}

/** Returns the spans of rows of a log or a file. */
export const spansOfRows = ({ times, covers }: Rows): Span[] =>
  spansOf(
    times.length,
    (row) => times[row] as number,
    (row) => covers[row] as number,
  );

/** Spans of contiguous samples, split where one does not reach back to its predecessor. */
export function spansOf(
  count: number,
  timeAt: (row: number) => number,
  coverAt: (row: number) => number,
): Span[] {
  const spans: Span[] = [];
  for (let row = 0, first = 0; row < count; row += 1) {
    const isLast = row === count - 1 || timeAt(row + 1) - timeAt(row) > coverAt(row + 1) + TICK_MS;
    if (!isLast) continue;
    spans.push([timeAt(first), timeAt(row) + 1]);
    first = row + 1;
  }
  return spans;
}

export const isIn = (spans: readonly Span[], time: number): boolean =>
  spans.some(([from, to]) => time >= from && time < to);
