/** Widths of the intervals that answers are made of: a few, so that neighbouring ranges share their edges. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 7].map((count) => count * DAY),
];

/** Returns the finest step that gives a range at most that many points; at least `least` (the refresh), which is also a step. */
export function stepFor(from: number, to: number, points: number, least: number): number {
  const wanted = (to - from) / points;
  const steps = [least, ...STEPS.filter((step) => step > least)];
  return steps.find((step) => step >= wanted) ?? (STEPS.at(-1) as number);
}

/** Edges on whole multiples of the step. */
export function alignRange(from: number, to: number, step: number): { from: number; to: number } {
  const start = Math.floor(from / step) * step;
  return { from: start, to: Math.max(start + step, Math.ceil(to / step) * step) };
}
