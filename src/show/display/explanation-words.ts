/** Words of an explanation in the language of the reader. */
import type { Said } from '../../core/said.ts';
import { t } from './language.ts';
import { localSentence } from './said-words.ts';

interface Missing {
  readonly missing: readonly string[];
  readonly missing_said?: readonly Said[];
}

/** Sentences about values that were not measured or not kept. */
export const missingSentences = ({ missing, missing_said: said }: Missing): string[] =>
  missing.map((english, index) => localSentence(english, said?.[index]));

interface Unusual {
  readonly unusual_for: string | null;
  readonly days?: { readonly different: number; readonly of: number } | null;
}

/** Days at whose same time a series was otherwise, `, different on 7 of 7 days`; empty: no such day is recorded. */
export function unusualDays({ unusual_for: english, days }: Unusual): string {
  if (english === null) return '';
  return t(', different on {one}', { one: days ? t('{different} of {of} {of|day|days}', days) : english });
}
