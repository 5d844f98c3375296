/** The order of rows: by the value of one column, null last, then by what the column says breaks ties. */

export type Direction = 'asc' | 'desc';

/** The sort value of a column; null is unknown. */
export type SortValue = number | string | null | undefined;

export interface SortRule<T> {
  readonly value: (item: T) => SortValue;
  /** The direction of the first click: what most people look for. */
  readonly first: Direction;
  /** Compared, highest first, where values are equal. */
  readonly tie?: (item: T) => SortValue;
}

/** Names as people count: `eth2` before `eth10`. */
const natural = new Intl.Collator('en', { numeric: true });

const isUnknown = (value: SortValue): value is null | undefined =>
  value === null || value === undefined || Number.isNaN(value);

/** Compares two values that are known, smallest first; numbers before texts. */
function compareKnown(a: number | string, b: number | string): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b || Number(a > b) - Number(a < b) : -1;
  if (typeof b === 'number') return 1;
  return a === b ? 0 : natural.compare(a, b);
}

/** Compares in a direction; what is unknown comes last in both. */
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

/**
 * A new list in the order of a rule. Items that are equal in it are ordered by `identity`, so that the result does
 * not depend on the order they come in.
 */
export function ordered<T>(
  items: readonly T[],
  { value, tie }: SortRule<T>,
  direction: Direction,
  identity: (item: T) => number | string,
): T[] {
  const decorated = items.map((item): Decorated<T> => ({ item, value: value(item) }));
  decorated.sort(
    (a, b) =>
      compareValues(a.value, b.value, direction) ||
      (tie ? compareValues(tie(a.item), tie(b.item), 'desc') : 0) ||
      compareKnown(identity(a.item), identity(b.item)),
  );
  return decorated.map(({ item }) => item);
}
