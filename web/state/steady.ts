/** The busiest items, with hysteresis. */
import { shallowRef, type ShallowRef, watch } from 'vue';

/** Factor by which another item must be busier. */
const LEAD = 1.5;
/** Weight of the past at each update: a half-life of 30 s. */
const KEPT = 0.95;
/** Scores below this are dropped. */
const FORGOTTEN = 0.5;

/** Smoothed rates by id, also of absent items: served lists may contain only the busiest. */
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
 * All, busiest first.
 * @param count top ranks that change only for a much busier item
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

/** @param items the same list object is the same update */
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
