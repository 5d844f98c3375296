/** Process filters: `regex`, or `field:regex`. Lists of them are separated by commas; one match suffices. */
import type { ProcessEntry } from './entry.ts';

/**
 * Longest text a filter looks at. Programs choose their own arguments, and some expressions take time that grows
 * with the square of the text.
 */
const MOST_TEXT = 4096;

export interface ProcessFilter {
  /** The field to look at; null: the name and argument 0. */
  readonly field: string | null;
  /** Must match the whole text, in the given case; null, when it is no regular expression, matches nothing. */
  readonly expression: RegExp | null;
}

/** Reads one filter; the field ends at the first colon. */
export function parseFilter(text: string): ProcessFilter {
  const colon = text.indexOf(':');
  if (colon < 0) return { field: null, expression: wholeMatch(text) };
  return { field: text.slice(0, colon).trim(), expression: wholeMatch(text.slice(colon + 1)) };
}

function wholeMatch(source: string): RegExp | null {
  try {
    // Alone first: "a)(b" would be valid inside the group below.
    RegExp(source);
    return new RegExp(`^(?:${source})$`, 's');
  } catch {
    return null;
  }
}

export function matchesFilter({ field, expression }: ProcessFilter, entry: ProcessEntry): boolean {
  if (expression === null) return false;
  // Entries of another agent may hold anything.
  const test = (text: unknown): boolean =>
    typeof text === 'string' && expression.test(text.slice(0, MOST_TEXT));
  if (field === null) return test(entry.name) || test(entry.cmdline?.[0] ?? null);
  return test(field === 'cmdline' ? (entry.cmdline?.[0] ?? null) : textOf(entry, field));
}

/** Numbers as decimal text, lists joined by blanks; null for what has no text. */
function textOf(entry: ProcessEntry, field: string): string | null {
  if (!Object.hasOwn(entry, field)) return null;
  const value: unknown = entry[field as keyof ProcessEntry];
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.join(' ') : null;
}

/** A test for the processes that match one of the filters; none matches an empty list. */
export function filterProcesses(texts: readonly string[]): (entry: ProcessEntry) => boolean {
  const filters = texts.map(parseFilter);
  return (entry) => filters.some((filter) => matchesFilter(filter, entry));
}
