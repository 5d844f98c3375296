/** Values for an assistant: texts of strangers cannot hide anything in them, and numbers have the digits that matter. */
import type { Json, ServedMember } from '../../core/served.ts';
import { isObject } from '../../core/members.ts';

/** Control characters, and those that are invisible or reorder text: formats, tags, variation selectors, private and unassigned ones. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
/** Nearly all text. */
const UNUSUAL = /[^ -~]/;
const LONGEST = 600;
const DIGITS = 4;

export function visibleText(text: string, most = LONGEST): string {
  const clean = UNUSUAL.test(text) ? text.replaceAll(/[\t\n\r]+/g, ' ').replaceAll(HIDDEN, '') : text;
  return clean.length > most ? `${clean.slice(0, most)}…` : clean;
}

/** All texts and names of members in a value of JSON. */
export function visibleValue(value: unknown): Json {
  if (typeof value === 'string') return visibleText(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
  if (Array.isArray(value)) return value.map(visibleValue);
  if (!isObject(value)) return typeof value === 'boolean' ? value : null;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [visibleText(name), visibleValue(member)]),
  );
}

/** A time as text, which takes no arithmetic; null stays null. @param at milliseconds since the epoch */
export const timeText = (at: ServedMember): string | null =>
  typeof at === 'number' && Math.abs(at) < 8.64e15
    ? new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z')
    : null;
