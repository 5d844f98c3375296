/**
 * The process filter of the agent, for what the page shows: `expression`, or `field:expression`. Lists of them are
 * separated by commas; one match suffices. `filter.test.ts` holds it against `src/sources/processes/filters.ts`.
 */

/** Longest text a filter looks at: programs choose their own names, and some expressions are slow on long ones. */
const MOST_TEXT = 4096;

export interface Filter {
  /** The field to look at; null: the name and argument 0. */
  readonly field: string | null;
  readonly source: string;
  /** Must match the whole text, in the given case; null, when it is no regular expression, matches nothing. */
  readonly expression: RegExp | null;
}

/** A reading of what was typed. Empty text is no filter: everything is shown. */
export interface Filters {
  readonly text: string;
  readonly filters: readonly Filter[];
  /** The first part that is no regular expression. */
  readonly invalid: string | null;
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

function parseFilter(text: string): Filter {
  const colon = text.indexOf(':');
  const source = text.slice(colon + 1);
  const field = colon < 0 ? null : text.slice(0, colon).trim();
  return { field, source, expression: wholeMatch(source) };
}

/** Reads a list of filters; blanks around each and empty ones do not count. */
export function parseFilters(text: string): Filters {
  const parts = text.split(',').map((part) => part.trim());
  const filters = parts.filter((part) => part !== '').map(parseFilter);
  const invalid = filters.find(({ expression }) => expression === null)?.source ?? null;
  return { text, filters, invalid };
}

/** Numbers as decimal text, lists joined by blanks; null for what has no text. */
function textOf(item: object, field: string): string | null {
  if (!Object.hasOwn(item, field)) return null;
  const value: unknown = (item as Record<string, unknown>)[field];
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.join(' ') : null;
}

function programOf(item: object): string | null {
  const { cmdline } = item as { cmdline?: unknown };
  const program: unknown = Array.isArray(cmdline) ? cmdline[0] : null;
  return typeof program === 'string' ? program : null;
}

function matchesOne({ field, expression }: Filter, item: object): boolean {
  if (expression === null) return false;
  const test = (text: string | null): boolean => text !== null && expression.test(text.slice(0, MOST_TEXT));
  if (field === null) return test(textOf(item, 'name')) || test(programOf(item));
  return test(field === 'cmdline' ? programOf(item) : textOf(item, field));
}

/** The items that match one of the filters, in their order; all of them without filters. */
export function select<T extends object>(items: readonly T[], { filters }: Filters): readonly T[] {
  if (filters.length === 0) return items;
  return items.filter((item) => filters.some((filter) => matchesOne(filter, item)));
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const isPlain = (source: string): boolean => /^[^\\^$.*+?()[\]{}|]*$/.test(source);

/** An expression for what contains the text. In a group that captures: the colon of `(?:` would end a field. */
function containing(source: string): string {
  if (wholeMatch(source) === null) return `.*${escaped(source)}.*`;
  return isPlain(source) ? `.*${source}.*` : `.*(${source}).*`;
}

/** The same filters for parts in place of the whole: what most people mean who see that nothing matches. */
export function loosened({ filters }: Filters): string {
  const loose = filters.map(({ field, source }) => (field === null ? '' : `${field}:`) + containing(source));
  return loose.join(',');
}

/**
 * A filter for one value of a field: what a click on it sets. Commas separate filters, so a dot stands for each of
 * them.
 */
export const filterFor = (field: string, value: string | number): string =>
  `${field}:${escaped(String(value)).replaceAll(',', '.')}`;
