/**
 * An order that stands still where nothing happens. A process that gets or loses one tick of the clock would shift all
 * rows between its two places, at every update of a machine at work. So small values count as the largest that the row
 * has had in the last half minute, and values that look the same are the same.
 */
import type { SortRule, SortValue } from '../../src/show/display/order.ts';

type Key = string | number;

/** How long a row keeps the place of its largest value. */
export const STABLE_MS = 30_000;

export interface StableOrder {
  /** The rule for this update; the given one where it has no small values. */
  ruleFor<T>(rule: SortRule<T>, keyOf: (item: T) => Key): SortRule<T>;
  /** Rows that have another place by that rule than by the one before, though nothing in them is new. */
  readonly lapsed: ReadonlySet<Key>;
  /** Begins anew, with values as they are. */
  forget(): void;
}

/** As it is shown: with one decimal. */
const shown = (value: SortValue): SortValue =>
  typeof value === 'number' ? Math.round(value * 10) / 10 : value;

export function createStableOrder(clock: () => number = () => performance.now()): StableOrder {
  const held = new Map<Key, { value: number; until: number }>();
  let lapsed = new Set<Key>();
  const highest = (key: Key, value: number, now: number): number => {
    const before = held.get(key);
    if (before !== undefined && before.value > value) return before.value;
    if (value > 0) held.set(key, { value, until: now + STABLE_MS });
    return value;
  };
  return {
    ruleFor(rule, keyOf) {
      const { stableBelow } = rule;
      if (stableBelow === undefined) return rule;
      const now = clock();
      lapsed = new Set();
      for (const [key, { until }] of held) if (until < now && held.delete(key)) lapsed.add(key);
      return {
        ...rule,
        value(item) {
          const value = shown(rule.value(item));
          if (typeof value !== 'number') return value;
          // Rows that worked are the first of the nearly idle, below those that work.
          const least = highest(keyOf(item), Math.min(value, stableBelow * 0.99), now);
          return Math.max(value, least);
        },
      };
    },
    get lapsed() {
      return lapsed;
    },
    forget: () => held.clear(),
  };
}
