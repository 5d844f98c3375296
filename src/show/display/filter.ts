/**
 * The filter box. Words match name, command line, user and PID, case-insensitively; all must match. `/…/` is a regular expression
 * for the same texts, `field:expression` matches a whole field, as in command line filters. Commas separate alternatives.
 */
import type { Served } from '../../core/served.ts';
import { matchesFilter, parseFilter, type ProcessFilter } from '../../core/process-filter.ts';

interface Term {
  /** The typed word in lower case; also used for items without the field. */
  readonly word: string;
  readonly pattern: RegExp | null;
  readonly field: ProcessFilter | null;
}

/** A parsed filter. Empty text shows everything. */
export interface Filters {
  readonly text: string;
  /** One of these must match, with all of its terms. */
  readonly alternatives: readonly (readonly Term[])[];
  /** The first invalid expression. */
  readonly invalid: string | null;
}

/** Words, and expressions between slashes, which may hold blanks and commas. */
const TERMS = /\/(?:\\.|[^/\\])+\/(?=[\s,]|$)|,|[^\s,]+/g;
const EXPRESSION = /^\/(.+)\/$/s;
const FIELD = /^\w+:./;
/** Longest searched text: the ends of long command lines are ignored. */
const MOST_TEXT = 4096;

export function parseFilters(text: string): Filters {
  const alternatives: Term[][] = [[]];
  let invalid: string | null = null;
  for (const [part] of text.matchAll(TERMS)) {
    if (part === ',') {
      alternatives.push([]);
      continue;
    }
    const term = termOf(part);
    const isBroken = term === null || term.field?.expression === null;
    if (isBroken) invalid ??= part;
    alternatives.at(-1)?.push(term ?? { word: part, pattern: null, field: null });
  }
  return { text, alternatives: alternatives.filter((terms) => terms.length > 0), invalid };
}

/** Null for an invalid expression. */
function termOf(part: string): Term | null {
  const word = part.toLowerCase();
  const source = EXPRESSION.exec(part)?.[1];
  if (source === undefined)
    return { word, pattern: null, field: FIELD.test(part) ? parseFilter(part) : null };
  try {
    return { word, pattern: new RegExp(source, 'is'), field: null };
  } catch {
    return null;
  }
}

/** True if it has expressions, which may never end and must not run where they would block. */
export const hasExpression = ({ alternatives }: Filters): boolean =>
  alternatives.some((terms) => terms.some(({ pattern, field }) => pattern !== null || field !== null));

/** Matching items in order; all without a filter. */
export function select<T extends object>(
  items: readonly T[],
  { alternatives, invalid }: Filters,
): readonly T[] {
  if (alternatives.length === 0) return items;
  if (invalid !== null) return [];
  return items.filter((item) => {
    const texts = textsOf(item);
    return alternatives.some((terms) => terms.every((term) => matches(term, item, texts)));
  });
}

function matches({ word, pattern, field }: Term, item: object, texts: readonly string[]): boolean {
  if (field !== null && Object.hasOwn(item, field.field ?? '')) return matchesFilter(field, item);
  if (pattern !== null) return texts.some((text) => pattern.test(text));
  return texts.some((text) => text.toLowerCase().includes(word));
}

/** Returns the fields that a filter reads. */
export const fieldsOf = ({ alternatives }: Filters): readonly string[] => [
  ...TEXTS,
  ...alternatives.flat().flatMap(({ field }) => field?.field ?? []),
];

/** Where words are looked for, in processes, programs, containers, virtual machines and servers. */
const TEXTS = [
  'name',
  'cmdline',
  'command',
  'username',
  'pid',
  'image',
  'status',
  'pod_name',
  'id',
  'alias',
  'ip',
  'tags',
] as const;

const textsOf = (item: object): string[] =>
  TEXTS.flatMap((field) => {
    const value = (item as Served)[field];
    if (field === 'status' && String(value).length < 2) return [];
    const text = Array.isArray(value) ? value.join(' ') : value;
    return typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, MOST_TEXT) : [];
  });

/** Text to highlight: words and matches of expressions. Null: none. */
export const marksOf = ({ alternatives }: Filters): RegExp | null => {
  const sources = alternatives
    .flat()
    .filter(({ field }) => field === null)
    .map(({ word, pattern }) => pattern?.source ?? escaped(word));
  return sources.length === 0 ? null : new RegExp(sources.map((source) => `(?:${source})`).join('|'), 'gi');
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Returns the filter for one value of a field, as set by a click; dots replace blanks and commas, which separate. */
export const filterFor = (field: string, value: string | number): string =>
  `${field}:${escaped(String(value)).replaceAll(/[\s,]/g, '.')}`;
