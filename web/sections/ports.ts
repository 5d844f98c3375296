/** What a check of a port or an address of the web came to. */
import type { Port } from '../api/types.ts';
import type { Level } from '../state/levels.ts';

export interface PortState {
  level: Level | null;
  words: string;
  /** Seconds the answer took; null without one. */
  seconds: number | null;
}

const FINE: ReadonlySet<unknown> = new Set([200, 301, 302]);

export function portState({ url, status, elapsed, rtt_warning: slow }: Port): PortState {
  if (status === null || status === undefined)
    return { level: null, words: 'not checked yet', seconds: null };
  if (url !== undefined) {
    const seconds = typeof elapsed === 'number' ? elapsed : null;
    if (!FINE.has(status)) return { level: 'critical', words: String(status), seconds };
    return { level: isSlow(seconds, slow), words: String(status), seconds };
  }
  if (typeof status !== 'number' || status === 0)
    return { level: 'critical', words: 'no answer', seconds: null };
  return { level: isSlow(status, slow), words: '', seconds: status };
}

const isSlow = (seconds: number | null, limit: number | null): Level | null =>
  seconds !== null && typeof limit === 'number' && seconds > limit ? 'warning' : null;
