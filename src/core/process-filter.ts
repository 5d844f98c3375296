/**
 * Process filters: `regex` or `field:regex`, comma-separated alternatives. They apply to everything that looks like a process, also
 * on the page.
 */
import type { Served } from './served.ts';

/** Maximum length of filtered text. Programs choose their arguments, and some expressions take quadratic time. */
const MOST_TEXT = 4096;

export interface ProcessFilter {
  /** Field to match; null: the name and argument 0. */
  readonly field: string | null;
  /** Expression as written. */
  readonly source: string;
  /** Must match the whole text, in the given case; null, when it is no regular expression, matches nothing. */
  readonly expression: Pick<RegExp, 'test'> | null;
}

/**
 * Reads one filter of a person's own screen; the field ends at the first colon.
 * @param compile makes an expression that matches whole texts; filters of the configuration need a linear one
 */
export function parseFilter(text: string, compile = wholeMatch): ProcessFilter {
  const colon = text.indexOf(':');
  const source = text.slice(colon + 1);
  const field = colon < 0 ? null : text.slice(0, colon).trim();
  return { field, source, expression: compile(source) };
}

/** An expression that matches whole texts; null for what is none. */
function wholeMatch(source: string): Pick<RegExp, 'test'> | null {
  try {
    // Alone first: "a)(b" would be valid inside the group below.
    RegExp(source);
    return new RegExp(`^(?:${source})$`, 's');
  } catch {
    return null;
  }
}

export function matchesFilter({ field, expression }: ProcessFilter, item: object): boolean {
  if (expression === null) return false;
  const test = (text: string | null): boolean => text !== null && expression.test(text.slice(0, MOST_TEXT));
  if (field === null) return test(textOf(item, 'name')) || test(programOf(item));
  return test(field === 'cmdline' ? programOf(item) : textOf(item, field));
}

/** Argument 0. Items of another agent may hold anything. */
function programOf(item: object): string | null {
  const { cmdline } = item as Served;
  const program = Array.isArray(cmdline) ? cmdline[0] : null;
  return typeof program === 'string' ? program : null;
}

/** Numbers as decimal text, lists joined by blanks; null for what has no text. */
function textOf(item: object, field: string): string | null {
  if (!Object.hasOwn(item, field)) return null;
  const value = (item as Served)[field];
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.join(' ') : null;
}
