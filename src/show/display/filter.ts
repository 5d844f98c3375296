/**
 * The filter box. Words are looked for in name, command line, user and PID, whatever their case; all of them must be
 * there. `/…/` is a regular expression for the same texts, `field:expression` one that matches a whole field, as the
 * filters of the command line do. Commas separate alternatives.
 */
import { matchesFilter, parseFilter, type ProcessFilter } from '../../core/process-filter.ts';

interface Term {
  /** The word as it was typed, in lower case; it also stands in for a field that an item does not have. */
  readonly word: string;
  readonly pattern: RegExp | null;
  readonly field: ProcessFilter | null;
}

/** A reading of what was typed. Empty text is no filter: everything is shown. */
export interface Filters {
  readonly text: string;
  /** One of these must match, with all of its terms. */
  readonly alternatives: readonly (readonly Term[])[];
  /** The first expression that is none. */
  readonly invalid: string | null;
}

/** Words, and expressions between slashes, which may hold blanks and commas. */
const TERMS = /\/(?:\\.|[^/\\])+\/(?=[\s,]|$)|,|[^\s,]+/g;
const EXPRESSION = /^\/(.+)\/$/s;
const FIELD = /^\w+:./;
/** Long command lines cost time, and nobody looks for their ends. */
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

/** Null for an expression that is none. */
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

/** It has expressions, of which one may take for ever: not to be tried where that would stop everything else. */
export const hasExpression = ({ alternatives }: Filters): boolean =>
  alternatives.some((terms) => terms.some(({ pattern, field }) => pattern !== null || field !== null));

/** The items that match, in their order; all of them without a filter. */
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

/** The fields that a filter may look at. */
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
    const value = (item as Record<string, unknown>)[field];
    if (field === 'status' && String(value).length < 2) return [];
    const text = Array.isArray(value) ? value.join(' ') : value;
    return typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, MOST_TEXT) : [];
  });

/** Text to mark in the rows: words, and matches of expressions. Null: nothing can be marked. */
export const marksOf = ({ alternatives }: Filters): RegExp | null => {
  const sources = alternatives
    .flat()
    .filter(({ field }) => field === null)
    .map(({ word, pattern }) => pattern?.source ?? escaped(word));
  return sources.length === 0 ? null : new RegExp(sources.map((source) => `(?:${source})`).join('|'), 'gi');
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** A filter for one value of a field: what a click on it sets. A dot stands for each blank and comma, which separate. */
export const filterFor = (field: string, value: string | number): string =>
  `${field}:${escaped(String(value)).replaceAll(/[\s,]/g, '.')}`;
