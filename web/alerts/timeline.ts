/** Episodes as lanes of bars. Pure. */
import type { AlertEvent } from '../api/types.ts';
import type { Level } from '../../src/show/display/levels.ts';
import { type Episode, idOf, levelOfEvent } from './episodes.ts';

/** Choices of the strip's span in hours. */
export const SPANS = [3, 24, 7 * 24, 30 * 24] as const;
export const spanLabel = (hours: number): string => (hours > 24 ? `${hours / 24} d` : `${hours} h`);
/** Limits an address's span to the choices. */
export const spanOf = (hours: number): number => SPANS.find((one) => one === hours) ?? SPANS[0];

export interface EventBar {
  id: string;
  event: AlertEvent;
  level: Level;
  /** Percent of the width. */
  left: number;
  width: number;
}

export interface Lane {
  /** The episode of its subject; null: all others. */
  episode: Episode | null;
  bars: EventBar[];
}

/** Position of a time as percent of the width; 100 is now. */
export const shareOf = (time: number, now: number, hours: number): number =>
  Math.min(100, Math.max(0, (1 - (now - time) / (hours * 3600)) * 100));

/** @param now Unix seconds */
export function barsOf(events: readonly AlertEvent[], now: number, hours: number): EventBar[] {
  return events
    .filter(({ end }) => end === -1 || end >= now - hours * 3600)
    .map((event) => {
      const left = shareOf(event.begin, now, hours);
      const right = shareOf(event.end === -1 ? now : event.end, now, hours);
      return { id: idOf(event), event, level: levelOfEvent(event), left, width: Math.max(0, right - left) };
    });
}

/** A lane per subject; those beyond `most` share the last lane. */
export function lanesOf(episodes: readonly Episode[], now: number, hours: number, most: number): Lane[] {
  const single = episodes.length > most ? episodes.slice(0, most - 1) : episodes;
  const lanes = single.map((episode): Lane => ({ episode, bars: barsOf(episode.events, now, hours) }));
  const rest = episodes.slice(single.length).flatMap(({ events }) => events);
  return rest.length === 0 ? lanes : [...lanes, { episode: null, bars: barsOf(rest, now, hours) }];
}

/** Chart range in seconds for an event of this duration; 0: the reader's previous choice. */
export const rangeFor = (seconds: number): number => (seconds > 1500 ? 21_600 : seconds > 400 ? 3600 : 0);
