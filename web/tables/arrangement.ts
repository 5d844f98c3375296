/** From items to rows: filtered before, here ordered, held in place, and with what is pinned always among them. */
import { directionOf, ruleOf, type TableSpec } from './column.ts';
import { heldRows, type Row, rowsOf } from './hold.ts';
import { ordered } from '../../src/display/order.ts';

export interface Wish {
  readonly sort: string;
  readonly isReversed: boolean;
  readonly isHeld: boolean;
  /** Key of the row that is open; it stays, even when it has ended. */
  readonly pinned: string | number | null;
}

/** The rows of a table. `before` are those shown until now, in the same order of columns. */
export function arranged<T>(
  items: readonly T[],
  spec: TableSpec<T>,
  wish: Wish,
  before: readonly Row<T>[],
): readonly Row<T>[] {
  const { rule: exact } = ruleOf(spec, wish.sort);
  const rule = spec.calm?.ruleFor(exact, spec.keyOf) ?? exact;
  const order = (some: readonly T[]): T[] =>
    ordered(asBefore(some, before, spec.keyOf), rule, directionOf(rule.first, wish.isReversed), spec.keyOf);
  const isHeld = wish.isHeld && before.length > 0;
  // The arrangement may hold rows that are no items.
  if (isHeld) return heldRows(before, spec.arrange?.(order(items), order) ?? items, spec.keyOf);
  const list = order(items);
  const rows = rowsOf(spec.arrange?.(list, order) ?? list, spec.keyOf);
  return withPinned(rows, before, wish.pinned);
}

/** Items as they stood before, and then the new ones: of a thousand few change places, and little is left to be ordered. */
function asBefore<T>(
  items: readonly T[],
  before: readonly Row<T>[],
  keyOf: (item: T) => string | number,
): readonly T[] {
  if (before.length === 0) return items;
  const left = new Map(items.map((item) => [keyOf(item), item]));
  // Two of one name would become one.
  if (left.size < items.length) return items;
  const list: T[] = [];
  for (const { key } of before) {
    const item = left.get(key);
    if (item !== undefined && left.delete(key)) list.push(item);
  }
  list.push(...left.values());
  return list;
}

/** A pinned item that has ended stays where it was, with its last values. */
function withPinned<T>(
  rows: Row<T>[],
  before: readonly Row<T>[],
  pinned: string | number | null,
): readonly Row<T>[] {
  if (pinned === null || rows.some(({ key }) => key === pinned)) return rows;
  const index = before.findIndex(({ key }) => key === pinned);
  const last = before[index];
  if (last !== undefined) rows.splice(Math.min(index, rows.length), 0, { ...last, gone: true });
  return rows;
}
