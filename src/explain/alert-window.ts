/** The window that explains an alert. */
import { LONGEST_MS, type TimeSpan } from './explanation.ts';

const MINUTE_MS = 60_000;
/** Causes begin before their alert. */
const LEAD_MS = 3 * MINUTE_MS;

/** Milliseconds since the epoch. @param end null: ongoing */
export function alertWindow(begin: number, end: number | null, now: number): TimeSpan {
  const from = begin - LEAD_MS;
  const last = end === null ? now : Math.max(end, begin + MINUTE_MS);
  return { from, to: Math.min(now, last, from + LONGEST_MS) };
}
