/** Maintains a sort order between updates: only changed items are inserted again. */
import {
  comparing,
  type Direction,
  placeIn,
  type SortRule,
  type SortValue,
} from '../../src/show/display/order.ts';
import type { Row } from './hold.ts';

type Key = string | number;

/** Sort of a table. */
export interface Order<T> {
  readonly rule: SortRule<T>;
  readonly direction: Direction;
  readonly keyOf: (item: T) => Key;
  /** Another rule sorts everything again. */
  readonly basis: readonly unknown[];
  /** The same object has the same value. */
  readonly isPure: boolean;
}

export interface KeptOrder<T> {
  /** New rows; those of unchanged items keep their objects. */
  rows(items: readonly T[], order: Order<T>): Row<T>[];
  forget(): void;
}

interface Entry<T> {
  row: Row<T>;
  item: T;
  value: SortValue;
  /** Its last update, and its index among that update's items. */
  seen: number;
  place: number;
  /** Whether its place matches its value. */
  isPlaced: boolean;
}

/** If more than one in this many items moved, all are sorted. */
const FEW = 4;

export function createKeptOrder<T>(): KeptOrder<T> {
  let basis: readonly unknown[] = [];
  let entries = new Map<Key, Entry<T>>();
  let sorted: Entry<T>[] = [];
  /** In item order. */
  let listed: Entry<T>[] = [];
  let update = 0;

  const forget = (): void => {
    entries = new Map();
    sorted = [];
    listed = [];
  };
  const add = (item: T, key: Key, value: SortValue): Entry<T> => ({
    row: { key, item, gone: false },
    item,
    value,
    seen: 0,
    place: 0,
    isPlaced: false,
  });
  /** Updates an entry. */
  const renew = (entry: Entry<T>, item: T, { rule, isPure }: Order<T>): void => {
    const isSame = item === entry.item;
    if (isSame && isPure) return;
    const value = rule.value(item);
    entry.isPlaced =
      Object.is(value, entry.value) && (isSame || Object.is(rule.tie?.(item), rule.tie?.(entry.item)));
    entry.value = value;
    entry.item = item;
    if (!isSame) entry.row = { key: entry.row.key, item, gone: false };
  };
  /** The updated entry of an item. @param guess likely index: most items keep their sequence */
  const entryOf = (item: T, guess: Entry<T> | undefined, order: Order<T>): Entry<T> => {
    const isGuess = guess?.item === item;
    const key = isGuess ? guess.row.key : order.keyOf(item);
    const known = isGuess ? guess : entries.get(key);
    // Duplicate names stay separate.
    if (known === undefined || known.seen === update) {
      const entry = add(item, key, order.rule.value(item));
      entries.set(key, entry);
      return entry;
    }
    if (!isGuess || !order.isPure) renew(known, item, order);
    return known;
  };
  /** Entries to insert. */
  const take = (items: readonly T[], order: Order<T>): Entry<T>[] => {
    update += 1;
    const moved: Entry<T>[] = [];
    let next = 0;
    listed = items.map((item, place) => {
      const entry = entryOf(item, listed[next], order);
      next = entry.seen === 0 ? next : entry.place + 1;
      entry.seen = update;
      entry.place = place;
      if (!entry.isPlaced) moved.push(entry);
      return entry;
    });
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
      // Removed entries lose their place.
      if (entries.size > items.length)
        for (const [key, { seen }] of entries) if (seen !== update) entries.delete(key);
      return sorted.map(({ row }) => row);
    },
    forget,
  };
}

/** Merges two sorted lists, the second being short. */
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
