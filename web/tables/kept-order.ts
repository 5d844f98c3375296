/** An order that is kept from one update to the next: of a thousand items few change, and only those are given a place anew. */
import {
  comparing,
  type Direction,
  placeIn,
  type SortRule,
  type SortValue,
} from '../../src/display/order.ts';
import type { Row } from './hold.ts';

type Key = string | number;

/** What items are ordered by. */
export interface Order<T> {
  readonly rule: SortRule<T>;
  readonly direction: Direction;
  readonly keyOf: (item: T) => Key;
  /** With another one, all begins anew. */
  readonly basis: readonly unknown[];
  /** Whether the value of an item that is the same object may be another one. */
  readonly mayDiffer: (key: Key) => boolean;
}

export interface KeptOrder<T> {
  /** A new list of rows. Those of items that are the same objects are the same, too. */
  rows(items: readonly T[], order: Order<T>): Row<T>[];
  forget(): void;
}

interface Entry<T> {
  row: Row<T>;
  item: T;
  value: SortValue;
  /** The last update that it was in. */
  seen: number;
  /** Whether it stands where its value puts it. */
  isPlaced: boolean;
}

/** Where more than one of so many items need a place, all are ordered. */
const FEW = 4;

export function createKeptOrder<T>(): KeptOrder<T> {
  let basis: readonly unknown[] = [];
  let entries = new Map<Key, Entry<T>>();
  let sorted: Entry<T>[] = [];
  let update = 0;

  const forget = (): void => {
    entries = new Map();
    sorted = [];
  };
  const add = (item: T, key: Key, value: SortValue): Entry<T> => ({
    row: { key, item, gone: false },
    item,
    value,
    seen: update,
    isPlaced: false,
  });
  /** An entry with what is new of it. */
  const renew = (entry: Entry<T>, item: T, { rule, mayDiffer }: Order<T>): void => {
    entry.seen = update;
    const isSame = item === entry.item;
    if (isSame && !mayDiffer(entry.row.key)) return;
    const value = rule.value(item);
    entry.isPlaced =
      Object.is(value, entry.value) && (isSame || Object.is(rule.tie?.(item), rule.tie?.(entry.item)));
    entry.value = value;
    entry.item = item;
    if (!isSame) entry.row = { key: entry.row.key, item, gone: false };
  };
  /** Those that need a place. */
  const take = (items: readonly T[], order: Order<T>): Entry<T>[] => {
    update += 1;
    const moved: Entry<T>[] = [];
    for (const item of items) {
      const key = order.keyOf(item);
      let entry = entries.get(key);
      // Two of one name stay two.
      if (entry === undefined || entry.seen === update) {
        entry = add(item, key, order.rule.value(item));
        entries.set(key, entry);
      } else renew(entry, item, order);
      if (!entry.isPlaced) moved.push(entry);
    }
    return moved;
  };
  return {
    rows(items, order) {
      if (order.basis.some((one, at) => one !== basis[at])) forget();
      ({ basis } = order);
      const moved = take(items, order);
      const placed = sorted.filter(({ seen, isPlaced }) => isPlaced && seen === update);
      const compare = comparing(order.rule, order.direction, order.keyOf);
      sorted =
        moved.length * FEW > items.length
          ? [...placed, ...moved].sort(compare)
          : merged(placed, moved.sort(compare), compare);
      for (const entry of moved) entry.isPlaced = true;
      // Those that are gone have no place to come back to.
      if (entries.size > items.length)
        for (const [key, { seen }] of entries) if (seen !== update) entries.delete(key);
      return sorted.map(({ row }) => row);
    },
    forget,
  };
}

/** Of two sorted lists the whole, where the second has few. */
function merged<E>(many: readonly E[], few: readonly E[], compare: (a: E, b: E) => number): E[] {
  const all: E[] = [];
  let from = 0;
  for (const one of few) {
    const place = placeIn(many, one, compare, from);
    for (; from < place; from += 1) all.push(many[from] as E);
    all.push(one);
  }
  for (; from < many.length; from += 1) all.push(many[from] as E);
  return all;
}
