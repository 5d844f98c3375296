/** The order of rows: by one column, null last, then by the column's tie-break. */
import { compareNames } from './natural.ts';

export type Direction = 'asc' | 'desc';

/** The sort value of a column; null is unknown. */
export type SortValue = number | string | null | undefined;

export interface SortRule<T> {
  readonly value: (item: T) => SortValue;
  /** Direction of the first click. */
  readonly first: Direction;
  /** Tie-break, highest first. */
  readonly tie?: (item: T) => SortValue;
}

const isUnknown = (value: SortValue): value is null | undefined =>
  value === null || value === undefined || Number.isNaN(value);

/** Compares known values, smallest first; numbers before texts. */
function compareKnown(a: number | string, b: number | string): number {
  if (typeof a === 'number') return typeof b === 'number' ? Number(a > b) - Number(a < b) : -1;
  if (typeof b === 'number') return 1;
  return compareNames(a, b);
}

/** Compares in a direction; unknown values come last. */
export function compareValues(a: SortValue, b: SortValue, direction: Direction): number {
  if (isUnknown(a)) return isUnknown(b) ? 0 : 1;
  if (isUnknown(b)) return -1;
  const order = compareKnown(a, b);
  return direction === 'asc' ? order : -order;
}

interface Decorated<T> {
  readonly item: T;
  readonly value: SortValue;
}

type Identity<T> = (item: T) => number | string;

/** Compares items whose values are equal: by the tie of a rule, then by `identity`, so that the result does not depend on the order they come in. */
const breaking =
  <T>({ tie }: SortRule<T>, identity: Identity<T>) =>
  (a: T, b: T): number =>
    (tie ? compareValues(tie(a), tie(b), 'desc') : 0) || compareKnown(identity(a), identity(b));

/** Compares by a rule. */
function comparing<T>(rule: SortRule<T>, direction: Direction, identity: Identity<T>) {
  const breakTie = breaking(rule, identity);
  return (a: Decorated<T>, b: Decorated<T>): number =>
    compareValues(a.value, b.value, direction) || breakTie(a.item, b.item);
}

/** A new list in the order of a rule. */
export function ordered<T>(
  items: readonly T[],
  rule: SortRule<T>,
  direction: Direction,
  identity: Identity<T>,
): T[] {
  const decorated = items.map((item): Decorated<T> => ({ item, value: rule.value(item) }));
  decorated.sort(comparing(rule, direction, identity));
  return decorated.map(({ item }) => item);
}

/**
 * Returns the first rows in that order. Cheaper if few of many are wanted: the others are only compared with the last of those.
 */
export function firstOrdered<T>(
  items: readonly T[],
  rule: SortRule<T>,
  direction: Direction,
  { identity, count }: { identity: Identity<T>; count: number },
): T[] {
  if (count < 1) return [];
  if (count >= items.length / 2) return ordered(items, rule, direction, identity).slice(0, count);
  const compare = comparing(rule, direction, identity);
  const breakTie = breaking(rule, identity);
  const first: Decorated<T>[] = [];
  // By index, as thousands of rows come by at every update: the steps of an iterator are objects each.
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] as T;
    const value = rule.value(item);
    const last = first[count - 1];
    if (last !== undefined) {
      if ((compareValues(value, last.value, direction) || breakTie(item, last.item)) > 0) continue;
      first.pop();
    }
    const one = { item, value };
    first.splice(placeIn(first, one, compare), 0, one);
  }
  return first.map(({ item }) => item);
}

/** Index at which a sorted list stays sorted. */
function placeIn<T>(sorted: readonly T[], one: T, compare: (a: T, b: T) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(one, sorted[middle] as T) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}
