/** The largest of several items, which does not change with every small lead of another. */
import { computed, type ComputedRef } from 'vue';

/** Another item is chosen only when it is so much larger. */
const LEAD = 1.5;

export function steady<T>(
  items: () => readonly T[],
  idOf: (item: T) => string,
  sizeOf: (item: T) => number,
): ComputedRef<T | null> {
  let chosen: string | null = null;
  return computed(() => {
    const all = items();
    const largest = all.reduce<T | null>(
      (best, item) => (best === null || sizeOf(item) > sizeOf(best) ? item : best),
      null,
    );
    const before = all.find((item) => idOf(item) === chosen);
    const keeps = before !== undefined && largest !== null && sizeOf(largest) < sizeOf(before) * LEAD;
    const now = keeps ? before : largest;
    chosen = now === null ? null : idOf(now);
    return now;
  });
}
