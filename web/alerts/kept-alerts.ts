/** Merges the journal's events with the agent's current list, which takes precedence. Pure. */
import type { AlertEvent } from '../api/types.ts';
import { idOf } from './episodes.ts';
import { t } from '../../src/show/display/language.ts';

/** Events kept by the page. */
export const MOST = 1000;
/** Events listed by an agent without a journal. */
const LISTED = 10;

export interface KeptAlerts {
  events: readonly AlertEvent[];
  /** Begin of the oldest available event (Unix seconds) and why older ones are missing; null: complete. */
  cut: { time: number; reason: string } | null;
}

/**
 * @param journal the span's events on disk; null: no journal
 * @param listed the agent's current list
 */
export function keptAlerts(journal: readonly AlertEvent[] | null, listed: readonly AlertEvent[]): KeptAlerts {
  const known = new Map(listed.map((event) => [idOf(event), event]));
  const isFull = listed.length >= LISTED;
  for (const event of journal ?? []) {
    // An event that was ongoing in the journal and is no longer listed was too short to count, or was cleared.
    if (!known.has(idOf(event)) && (event.end !== -1 || isFull)) known.set(idOf(event), event);
  }
  const all = [...known.values()].sort((a, b) => b.begin - a.begin);
  const events = all.slice(0, MOST);
  const time = events.at(-1)?.begin ?? 0;
  if (all.length > MOST) return { events, cut: { time, reason: t('more than {MOST} events', { MOST }) } };
  if (journal === null && isFull)
    return { events, cut: { time, reason: t('this agent keeps the last {LISTED} only', { LISTED }) } };
  return { events, cut: null };
}
