/** Draft of a rule's thresholds, the resulting edits, and the preview request. Pure. */
import { THRESHOLDS } from '../../src/core/level-rule.ts';
import { numberOf } from '../../src/core/option-parse.ts';
import type { Unit } from '../../src/core/unit.ts';
import { clearThreshold, DELAY_KEYS, type DelayKey, PROMPT } from '../../src/measure/levels/alert-delays.ts';
import type { Level } from '../../src/show/display/levels.ts';
import type { RuleEdit, ValueForm } from '../api/types.ts';
import { t } from '../../src/show/display/language.ts';

export type NumberKey = Level | DelayKey;

const KEYS: readonly NumberKey[] = [...THRESHOLDS, ...(Object.keys(DELAY_KEYS) as DelayKey[])];

export interface Draft {
  /** Empty: not set. */
  readonly texts: Record<NumberKey, string>;
  log: boolean;
}

export const draftOf = (form: ValueForm): Draft => ({
  texts: Object.fromEntries(
    KEYS.map((key) => [key, form[key] === null ? '' : String(form[key])]),
  ) as Draft['texts'],
  log: form.log,
});

/** Key of the effective clear threshold: the warning's, if any. */
export const clearKey = ({ texts }: Draft): 'warning_clear' | 'critical_clear' =>
  isSet(texts.warning) ? 'warning_clear' : 'critical_clear';

/** Default clear value; null: no threshold. */
export function clearOf({ unit, isLow }: ValueForm, { texts }: Draft): number | null {
  const limit = (name: Level): number | null => numberOf(texts[name]) || null;
  const clear = clearThreshold({
    thresholds: { careful: null, warning: limit('warning'), critical: limit('critical') },
    delays: PROMPT,
    unit: unit as Unit | null,
    rule: { lowerIsWorse: isLow },
  });
  return clear === null ? null : Number(clear.toPrecision(4));
}

const isSet = (text: string): boolean => (numberOf(text) ?? 0) !== 0;

const isDuration = (key: NumberKey): boolean => key.endsWith('_for');

/** Error as a sentence; null: none found here. */
export function problemOf({ texts }: Draft, isLow: boolean): string | null {
  for (const key of KEYS) {
    const text = texts[key].trim();
    const value = numberOf(text);
    if (text === '' ? isDuration(key) : value === null)
      return t('{name} must be a number.', { name: wordsOf(key) });
    if (isDuration(key) && (value ?? 0) < 0) return t('{name} must not be negative.', { name: wordsOf(key) });
  }
  const known = THRESHOLDS.filter((name) => isSet(texts[name]));
  for (const [at, name] of known.entries()) {
    const next = known[at + 1];
    if (next === undefined) break;
    const [mild, bad] = [Number(texts[name]), Number(texts[next])];
    if (isLow ? mild < bad : mild > bad)
      return t(isLow ? '{name} must not be below {next}.' : '{name} must not be above {next}.', {
        name: wordsOf(name),
        next: t(next),
      });
  }
  return null;
}

const wordsOf = (key: NumberKey): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isOther = (a: string, b: string): boolean => (numberOf(a) ?? 0) !== (numberOf(b) ?? 0);

/** Keys that differ from the active ones. An empty threshold is 0, which means unset. */
export function editsOf(form: ValueForm, draft: Draft, prefix: string): RuleEdit[] {
  const before = draftOf(form);
  const edits = KEYS.filter((key) => isOther(draft.texts[key], before.texts[key])).map((key) => ({
    section: form.plugin,
    key: prefix + key,
    value: String(numberOf(draft.texts[key]) ?? 0),
  }));
  if (draft.log === form.log) return edits;
  return [...edits, { section: form.plugin, key: `${prefix}log`, value: draft.log ? 'True' : 'False' }];
}

/** Overrides of the value made on the page, to be reverted. */
export function resetOf(form: ValueForm, rules: readonly RuleEdit[], prefix: string): RuleEdit[] {
  const keys = new Set([...KEYS, 'log'].map((key) => prefix + key));
  return rules
    .filter(({ section, key }) => section === form.plugin && keys.has(key))
    .map(({ section, key }) => ({ section, key, value: null }));
}

/** Preview request; null: invalid numbers. */
export function previewPath(form: ValueForm, draft: Draft): string | null {
  if (problemOf(draft, form.isLow) !== null) return null;
  const query = new URLSearchParams({ type: form.type });
  for (const key of KEYS) query.set(key, String(numberOf(draft.texts[key]) ?? 0));
  return `api/alerts/preview?${query.toString()}`;
}
