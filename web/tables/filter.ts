/** The filter box: the process filter of the agent, for the items that the page shows. */
import { matchesFilter, parseFilter, type ProcessFilter, wholeMatch } from '../../src/core/process-filter.ts';

/** A reading of what was typed. Empty text is no filter: everything is shown. */
export interface Filters {
  readonly text: string;
  readonly filters: readonly ProcessFilter[];
  /** The first part that is no regular expression. */
  readonly invalid: string | null;
}

/** Reads a list of filters; blanks around each and empty ones do not count. */
export function parseFilters(text: string): Filters {
  const parts = text.split(',').map((part) => part.trim());
  const filters = parts.filter((part) => part !== '').map(parseFilter);
  const invalid = filters.find(({ expression }) => expression === null)?.source ?? null;
  return { text, filters, invalid };
}

/** The items that match one of the filters, in their order; all of them without filters. */
export function select<T extends object>(items: readonly T[], { filters }: Filters): readonly T[] {
  if (filters.length === 0) return items;
  return items.filter((item) => filters.some((filter) => matchesFilter(filter, item)));
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
