/** The busiest of several items, which are not others with every small lead of one. */
import { shallowRef, type ShallowRef, watch } from 'vue';

/** Another item is chosen only when it is so much busier. */
const LEAD = 1.5;
/** Weight of an item's past at each update: its half-life is half a minute. */
const KEPT = 0.95;
/** A score below this no longer counts. */
const FORGOTTEN = 0.5;

/** Rates by id, smoothed; also of items that are not there: where only the busiest are served, they come and go. */
function scored<T>(
  before: ReadonlyMap<string, number>,
  items: readonly T[],
  idOf: (item: T) => string,
  rateOf: (item: T) => number,
): Map<string, number> {
  const scores = new Map<string, number>();
  for (const [id, score] of before) if (score * KEPT > FORGOTTEN) scores.set(id, score * KEPT);
  for (const item of items) scores.set(idOf(item), (scores.get(idOf(item)) ?? 0) + rateOf(item));
  return scores;
}

/**
 * All of them, the busiest first.
 * @param count of so many first ones, one is followed by another only when that is busier by far
 */
export function steadyOrder<T>(
  items: () => readonly T[],
  idOf: (item: T) => string,
  rateOf: (item: T) => number,
  count: number,
): Readonly<ShallowRef<readonly T[]>> {
  let scores = new Map<string, number>();
  let first = new Set<string>();
  const result = shallowRef<readonly T[]>([]);
  watch(
    items,
    (all) => {
      scores = scored(scores, all, idOf, rateOf);
      const weight = (item: T): number => (scores.get(idOf(item)) ?? 0) * (first.has(idOf(item)) ? LEAD : 1);
      result.value = all.toSorted((a, b) => weight(b) - weight(a));
      first = new Set(result.value.slice(0, count).map(idOf));
    },
    { immediate: true },
  );
  return result;
}

/** @param items the same list is the same update */
export function steady<T>(
  items: () => readonly T[],
  idOf: (item: T) => string,
  rateOf: (item: T) => number,
): Readonly<ShallowRef<T | null>> {
  let scores = new Map<string, number>();
  let chosen: string | null = null;
  const result = shallowRef<T | null>(null);
  watch(
    items,
    (all) => {
      scores = scored(scores, all, idOf, rateOf);
      const scoreOf = (item: T): number => scores.get(idOf(item)) ?? 0;
      const before = all.find((item) => idOf(item) === chosen);
      const busiest = all.reduce<T | null>(
        (best, item) => (best === null || scoreOf(item) > scoreOf(best) ? item : best),
        null,
      );
      const keeps = before !== undefined && busiest !== null && scoreOf(busiest) <= scoreOf(before) * LEAD;
      result.value = keeps ? before : busiest;
      chosen = result.value === null ? null : idOf(result.value);
    },
    { immediate: true },
  );
  return result;
}
