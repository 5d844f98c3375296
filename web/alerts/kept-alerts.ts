/** Events of the journal on disk, with those that the agent lists at present over them. Pure. */
import type { AlertEvent } from '../api/types.ts';
import { idOf } from './episodes.ts';
import { t } from '../../src/show/display/language.ts';

/** Events that the page keeps. */
export const MOST = 1000;
/** Events that an agent without a journal lists. */
const LISTED = 10;

export interface KeptAlerts {
  events: readonly AlertEvent[];
  /** Older ones are not here: the begin of the first that is, in seconds since 1970, and why; null: all are. */
  cut: { time: number; reason: string } | null;
}

/**
 * @param journal the events of the span on disk; null: there is no journal
 * @param listed the latest, which are always up to date
 */
export function keptAlerts(journal: readonly AlertEvent[] | null, listed: readonly AlertEvent[]): KeptAlerts {
  const known = new Map(listed.map((event) => [idOf(event), event]));
  const isFull = listed.length >= LISTED;
  for (const event of journal ?? []) {
    // One that lasted when the journal was read, and is listed no longer, has ended too soon to count, or was cleared.
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
