/** The result of a check of a port or a web address. */
import type { Port } from './snapshots.ts';

export interface PortState {
  words: string;
  /** Seconds the answer took; null without one. */
  seconds: number | null;
}

export function portState({ url, status, elapsed }: Port): PortState {
  if (status === null || status === undefined) return { words: 'not checked yet', seconds: null };
  if (url !== undefined) {
    const seconds = typeof elapsed === 'number' ? elapsed : null;
    return { words: String(status), seconds };
  }
  if (typeof status !== 'number' || status === 0) return { words: 'no answer', seconds: null };
  return { words: '', seconds: status };
}
