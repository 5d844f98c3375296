/** Levels of words such as process states, from lists in the limits. */
import type { Limits } from '../../core/served.ts';
import type { Level } from './levels.ts';

export type WordLevel = (word: unknown) => Level | null;

const WORST_FIRST: readonly Level[] = ['critical', 'warning', 'careful'];

/** The lists `<prefix>_critical` etc. `<prefix>_ok` takes precedence; unlisted words are normal. */
export function wordLevels(limits: Limits | undefined, prefix: string): WordLevel {
  const levels = new Map<string, Level | null>();
  const add = (suffix: string, level: Level | null): void => {
    const listed: unknown = limits?.[`${prefix}_${suffix}`];
    for (const word of Array.isArray(listed) ? listed : [listed]) {
      const name = String(word ?? '').trim();
      if (name !== '' && !levels.has(name)) levels.set(name, level);
    }
  };
  add('ok', null);
  for (const level of WORST_FIRST) add(level, level);
  return (word) => levels.get(String(word)) ?? null;
}
