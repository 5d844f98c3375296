/** Matches of a filter, found by the page or its worker. */
import { marksOf, parseFilters, select } from '../../src/show/display/filter.ts';

/** A filter with the items or texts to search. */
export type Question = { readonly filter: string } & (
  | { readonly items: readonly object[] }
  | { readonly texts: readonly string[] }
);

/** Indexes of matching items; for texts three numbers per match: text, begin, end. */
export type Places = readonly number[];

/** Limit of marks: a short word in long command lines has thousands of matches. */
const MOST = 500;

export function answer(question: Question): Places {
  const filters = parseFilters(question.filter);
  if ('texts' in question) return matchesIn(question.texts, marksOf(filters));
  const place = new Map(question.items.map((item, at) => [item, at]));
  return select(question.items, filters).map((item) => place.get(item) ?? 0);
}

export function matchesIn(texts: readonly string[], pattern: RegExp | null): Places {
  if (pattern === null) return [];
  const places: number[] = [];
  for (const [at, text] of texts.entries())
    for (const { index, 0: found } of text.matchAll(pattern)) {
      if (places.length >= 3 * MOST) return places;
      if (found !== '') places.push(at, index, index + found.length);
    }
  return places;
}
