/** The busiest of several items, which does not change with every small lead of another. */
import { shallowRef, type ShallowRef, watch } from 'vue';

/** Another item is chosen only when it is so much busier. */
const LEAD = 1.5;
/** Weight of an item's past at each update: its half-life is half a minute. */
const KEPT = 0.95;

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
      scores = new Map(all.map((item) => [idOf(item), (scores.get(idOf(item)) ?? 0) * KEPT + rateOf(item)]));
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
