/** The result of a port or web check, apart from check rows, which the page loads later. */
import type { ServedMember } from '../../core/served.ts';
import type { Port } from './snapshots.ts';
import { GATEWAY_CHECK } from '../../core/check-result.ts';
import { say, type Word } from '../../core/said.ts';
import { spokenWord } from './said-words.ts';

export interface PortState {
  words: string;
  /** Response time in seconds; null: no answer. */
  seconds: number | null;
}

/** Names of the gateway in the published API are no words. */
export const checkWord = (id: ServedMember, name: string): Word =>
  id === GATEWAY_CHECK ? say('Default gateway') : name;
export const checkName = (id: ServedMember, name: string): string => spokenWord(checkWord(id, name));

/** True once it was checked; until then its published level is CAREFUL. */
export const isChecked = ({ status }: Port): boolean => status !== null && status !== undefined;

export function portState(port: Port): PortState {
  const { word, seconds } = portWord(port);
  return { words: spokenWord(word), seconds };
}

export function portWord(port: Port): { word: Word; seconds: number | null } {
  const { url, status, elapsed } = port;
  if (!isChecked(port)) return { word: say('not checked yet'), seconds: null };
  if (url !== undefined) {
    const seconds = typeof elapsed === 'number' ? elapsed : null;
    return { word: String(status), seconds };
  }
  if (typeof status !== 'number' || status === 0) return { word: say('no answer'), seconds: null };
  return { word: '', seconds: status };
}
