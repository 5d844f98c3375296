/** Configuration fields as input texts, and the resulting edits. Pure. */
import type { RuleEdit, RuleField } from '../api/types.ts';

const TRUE = new Set(['1', 'yes', 'true', 'on']);

/** Input text: `True` or `False` for flags, empty for secrets. */
export function textOf({ type, secret, value, fallback }: RuleField): string {
  if (secret) return '';
  const text = value ?? fallback ?? '';
  if (type === 'flag') return TRUE.has(text.trim().toLowerCase()) ? 'True' : 'False';
  return type === 'choice' ? text.trim().toLowerCase() : text;
}

export type Texts = Readonly<Record<string, string>>;

/** Fields whose texts differ from the active ones. Empty: the configuration file's value. */
export const fieldEdits = (section: string, fields: readonly RuleField[], texts: Texts): RuleEdit[] =>
  fields.flatMap((field) => {
    const text = (texts[field.key] ?? '').trim();
    if (text === textOf(field).trim()) return [];
    return [{ section, key: field.key, value: text === '' ? null : text }];
  });

/** True if the number is in seconds, so it can be shown in larger units. */
export const isSeconds = ({ type, description }: RuleField): boolean =>
  (type === 'integer' || type === 'number') && /^Seconds\b/.test(description);
