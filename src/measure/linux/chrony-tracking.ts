import type { ClockState } from '../../core/alert-feeds.ts';

/** Places in `chronyc -c tracking`, chronyc(1): the offset of the clock in seconds, and the leap status. */
const OFFSET = 4;
const LEAP = 13;
const FIELDS = 14;

/** Parses the line of `chronyc -c tracking`; null if invalid. */
export function parseTracking(text: string): ClockState | null {
  const fields = text.trim().split(',');
  const offset = Number(fields[OFFSET]);
  if (fields.length < FIELDS || !Number.isFinite(offset)) return null;
  return { isSynchronized: fields[LEAP] !== 'Not synchronised', offset };
}
