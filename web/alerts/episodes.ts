/** Groups events of the same value. Pure. */
import type { Alert, AlertEvent } from '../api/types.ts';
import { type Culprits, MOST_CULPRITS } from '../../src/core/culprits.ts';
import type { Level } from '../../src/show/display/levels.ts';
import { localName, t } from '../../src/show/display/language.ts';

export interface Episode {
  /** Event type: `CPU_TOTAL`. */
  type: string;
  /** Latest first. */
  events: readonly AlertEvent[];
  /** Begin of the first event, Unix seconds. */
  begin: number;
  /** Total duration in seconds. */
  seconds: number;
  /** Worst level. */
  level: Level;
  isOngoing: boolean;
  min: number;
  max: number;
  /** Of its events together; null: unknown. */
  culprits: Culprits | null;
}

export const levelOfEvent = ({ state }: AlertEvent): Level => (state === 'CRITICAL' ? 'critical' : 'warning');

export const idOf = ({ begin, type }: AlertEvent): string => `${begin} ${type}`;

export const secondsOf = ({ begin, end }: AlertEvent, now: number): number =>
  Math.max(0, (end === -1 ? now : end) - begin);

/** Alerts without an ongoing event, as events for the timeline. Alerts with an unknown begin are left out. */
export function standingEvents(alerts: readonly Alert[], events: readonly AlertEvent[]): AlertEvent[] {
  const ongoing = new Set(events.filter(({ end }) => end === -1).map(({ type }) => type));
  return alerts.flatMap(({ type, since, level: state, value, who, culprits }): WithCulprits[] => {
    if (since === null || ongoing.has(type)) return [];
    const number = value ?? 1;
    return [
      {
        begin: Math.floor(since / 1000),
        end: -1,
        state,
        type,
        min: number,
        max: number,
        avg: number,
        sum: number,
        count: 1,
        top: [...who],
        culprits,
        desc: '',
        sort: '',
        global_msg: '',
      },
    ];
  });
}

/** Ongoing first, then latest end first. @param now Unix seconds */
export function episodesOf(events: readonly AlertEvent[], now: number): Episode[] {
  const byType = new Map<string, AlertEvent[]>();
  for (const event of events) {
    const own = byType.get(event.type);
    if (own === undefined) byType.set(event.type, [event]);
    else own.push(event);
  }
  return [...byType]
    .map(([type, own]) => episodeOf(type, own, now))
    .sort(
      (a, b) =>
        Number(b.isOngoing) - Number(a.isOngoing) || (b.events[0]?.begin ?? 0) - (a.events[0]?.begin ?? 0),
    );
}

function episodeOf(type: string, own: readonly AlertEvent[], now: number): Episode {
  const events = own.toSorted((a, b) => Number(b.end === -1) - Number(a.end === -1) || b.begin - a.begin);
  return {
    type,
    events,
    begin: Math.min(...events.map(({ begin }) => begin)),
    seconds: events.reduce((sum, event) => sum + secondsOf(event, now), 0),
    level: events.some(({ state }) => state === 'CRITICAL') ? 'critical' : 'warning',
    isOngoing: events.some(({ end }) => end === -1),
    min: Math.min(...events.map(({ min }) => min)),
    max: Math.max(...events.map(({ max }) => max)),
    culprits: culpritsOf(events, now),
  };
}

/** Events without shares, as earlier versions and other agents list them. */
type WithCulprits = AlertEvent & { readonly culprits?: Culprits | null };

/** Shares weighted by the length of their event. */
function culpritsOf(events: readonly WithCulprits[], now: number): Culprits | null {
  const known = events.flatMap((event) =>
    event.culprits ? [{ ...event.culprits, seconds: secondsOf(event, now) + 1 }] : [],
  );
  const all = known.reduce((sum, { seconds }) => sum + seconds, 0);
  if (all === 0) return null;
  const programs = new Map<string, Culprits['programs'][number]>();
  for (const { programs: own, seconds } of known)
    for (const one of own) {
      const key = [one.name, one.unit, one.container, one.user].join('\0');
      const percent = (programs.get(key)?.percent ?? 0) + (one.percent * seconds) / all;
      programs.set(key, { ...one, percent });
    }
  return {
    programs: [...programs.values()]
      .map((one) => ({ ...one, percent: Math.round(one.percent) }))
      .sort((a, b) => b.percent - a.percent)
      .slice(0, MOST_CULPRITS),
    ended: Math.round(known.reduce((sum, { ended, seconds }) => sum + (ended * seconds) / all, 0)),
  };
}

/**
 * Text of an event's values; empty if meaningless, as for states.
 * @param compared presentation, if known
 */
export function numbersOf(
  { min, max, avg }: AlertEvent,
  compared: { of: string } | null,
  text: (value: number) => string,
): string {
  if (![min, max, avg].every(Number.isFinite)) return '';
  if (compared === null && min === max) return '';
  const of = compared?.of ? ` ${localName(compared.of)}` : '';
  return text(min) === text(max)
    ? text(min) + of
    : t('{min} – {max}, avg {avg}{of}', { min: text(min), max: text(max), avg: text(avg), of });
}
