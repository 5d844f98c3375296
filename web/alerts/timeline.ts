/** Events as bars of a strip that covers the last hours. Pure. */
import type { AlertEvent } from '../api/types.ts';
import type { Level } from '../state/levels.ts';

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

/** The series that an event is about, where its type names a field of an object: `CPU_TOTAL`, `MEM`. */
export function seriesOfEvent({ type }: AlertEvent, latest: (plugin: string) => unknown): string | null {
  const [plugin = '', ...rest] = type.toLowerCase().split('_');
  const field = rest.join('_') || 'percent';
  const value = latest(plugin);
  const found =
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, field)
      ? (value as Record<string, unknown>)[field]
      : undefined;
  return typeof found === 'number' ? `${plugin}/${field}` : null;
}
