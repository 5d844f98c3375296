/** Events as bars of a strip that covers the last hours. Pure. */
import type { AlertEvent } from '../api/types.ts';
import type { Level } from '../../src/display/levels.ts';

/** Hours that the strip covers. */
export const HOURS = 3;
const SPAN_SECONDS = HOURS * 3600;

export interface EventBar {
  /** Tells events apart. */
  id: string;
  event: AlertEvent;
  level: Level;
  /** Percent of the width. */
  left: number;
  width: number;
}

export const levelOfEvent = ({ state }: AlertEvent): Level => (state === 'CRITICAL' ? 'critical' : 'warning');

export const idOf = ({ begin, type }: AlertEvent): string => `${begin} ${type}`;

/** @param now seconds since 1970 */
export function barsOf(events: readonly AlertEvent[], now: number): EventBar[] {
  const share = (time: number): number => Math.min(100, Math.max(0, (1 - (now - time) / SPAN_SECONDS) * 100));
  return events
    .filter(({ end }) => end === -1 || end >= now - SPAN_SECONDS)
    .map((event) => {
      const left = share(event.begin);
      const right = share(event.end === -1 ? now : event.end);
      return { id: idOf(event), event, level: levelOfEvent(event), left, width: Math.max(0, right - left) };
    });
}

/** Ongoing ones first, then the latest. */
export const inOrder = (events: readonly AlertEvent[]): AlertEvent[] =>
  [...events].sort((a, b) => Number(b.end === -1) - Number(a.end === -1) || b.begin - a.begin);

/** Seconds that a chart covers when an event of such a length is looked at; 0 for what the reader chose before. */
export const rangeFor = (seconds: number): number => (seconds > 1500 ? 21_600 : seconds > 400 ? 3600 : 0);

/**
 * The numbers of an event in words; empty where they say nothing: events of states have numbers, too.
 * @param compared how they are shown, where that is known
 */
export function numbersOf(
  { min, max, avg }: AlertEvent,
  compared: { of: string } | null,
  text: (value: number) => string,
): string {
  if (![min, max, avg].every(Number.isFinite)) return '';
  if (compared === null && min === max) return '';
  const of = compared?.of ? ` ${compared.of}` : '';
  return text(min) === text(max) ? text(min) + of : `${text(min)} – ${text(max)}, mean ${text(avg)}${of}`;
}
