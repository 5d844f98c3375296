import type { RaidArray } from './snapshots.ts';
import { named, say, type Word } from '../../core/said.ts';
import { spokenWord } from './said-words.ts';

export const arrayWords = (array: RaidArray): string => spokenWord(arrayWord(array));

/** Describes the state of an array in one or two words. */
export function arrayWord({ status, available, used }: RaidArray): Word {
  // Verdicts may arrive before the values they judge.
  if (status !== 'active') return named(status ?? '');
  if (available === null || used === null) return say('active');
  return Number(used) < Number(available)
    ? say('degraded {used}/{available}', { used, available })
    : `${used}/${available}`;
}
