/** Fields of the configuration as texts of inputs, and the edits that follow. Pure. */
import type { RuleEdit, RuleField } from '../api/types.ts';

const TRUE = new Set(['1', 'yes', 'true', 'on']);

/** As an input shows it: `True` or `False` for flags, nothing for secrets. */
export function textOf({ type, secret, value, fallback }: RuleField): string {
  if (secret) return '';
  const text = value ?? fallback ?? '';
  if (type === 'flag') return TRUE.has(text.trim().toLowerCase()) ? 'True' : 'False';
  return type === 'choice' ? text.trim().toLowerCase() : text;
}

export type Texts = Readonly<Record<string, string>>;

/** Fields whose texts differ from those in force. An empty one is as the configuration file has it. */
export const fieldEdits = (section: string, fields: readonly RuleField[], texts: Texts): RuleEdit[] =>
  fields.flatMap((field) => {
    const text = (texts[field.key] ?? '').trim();
    if (text === textOf(field).trim()) return [];
    return [{ section, key: field.key, value: text === '' ? null : text }];
  });

/** The key in words, without what all keys of the form begin with: `for` of `fs_full_for`. */
export const labelOfKey = (key: string, prefix: string): string =>
  (key.startsWith(prefix) ? key.slice(prefix.length) : key).replaceAll('_', ' ').trim();

/** Whether the number is one of seconds, so that it can be said in larger units. */
export const isSeconds = ({ type, description }: RuleField): boolean =>
  (type === 'integer' || type === 'number') && /^Seconds\b/.test(description);
