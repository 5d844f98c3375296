/** Stretches of time, sorted and apart from each other. */
export type Span = readonly [from: number, to: number];

/** The parts of the spans within a range. */
export const clip = (spans: readonly Span[], from: number, to: number): Span[] =>
  spans
    .map(([start, end]): Span => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => start < end);

/** The parts of the spans outside the others. */
export function subtract(spans: readonly Span[], others: readonly Span[]): Span[] {
  let left = [...spans];
  for (const [from, to] of others)
    left = left.flatMap(([start, end]): Span[] =>
      clip([[start, end]], -Infinity, from).concat(clip([[start, end]], to, Infinity)),
    );
  return left;
}
