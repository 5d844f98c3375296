/** Matches of a filter, found by the page or by the worker beside it. */
import { marksOf, parseFilters, select } from '../../src/show/display/filter.ts';

/** A filter, and the items to choose from or the texts to mark it in. */
export type Question = { readonly filter: string } & (
  | { readonly items: readonly object[] }
  | { readonly texts: readonly string[] }
);

/** Places of matching items; of texts three numbers for every match: which text, its begin, its end. */
export type Places = readonly number[];

/** Rows in sight have a few hundred; a short word in long command lines could have thousands. */
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
