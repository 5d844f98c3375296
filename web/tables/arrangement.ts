/** From items to rows: filtered before, here ordered, held in place, and with what is pinned always among them. */
import { directionOf, ruleOf, type TableSpec } from './column.ts';
import { heldRows, type Row, rowsOf } from './hold.ts';
import { createKeptOrder, type KeptOrder } from './kept-order.ts';
import { ordered } from '../../src/show/display/order.ts';

export interface Wish {
  readonly sort: string;
  readonly isReversed: boolean;
  readonly isHeld: boolean;
  /** Key of the row that is open; it stays, even when it has ended. */
  readonly pinned: string | number | null;
}

/** The rows of a table. `before` are those shown until now; `kept` is what was known of their order. */
export function arranged<T>(
  items: readonly T[],
  spec: TableSpec<T>,
  wish: Wish,
  before: readonly Row<T>[],
  kept: KeptOrder<T> = createKeptOrder(),
): readonly Row<T>[] {
  const { keyOf } = spec;
  const isHeld = wish.isHeld && before.length > 0;
  if (isHeld && spec.arrange === undefined) return heldRows(before, items, keyOf);
  const { rule } = ruleOf(spec, wish.sort);
  const direction = directionOf(rule.first, wish.isReversed);
  const rows = kept.rows(items, {
    rule,
    direction,
    keyOf,
    basis: [spec, wish.sort, wish.isReversed],
    isPure: spec.isPure === true,
  });
  if (spec.arrange === undefined) return withPinned(rows, before, wish.pinned);
  const list = spec.arrange(
    rows.map(({ item }) => item),
    (some) => ordered(some, rule, direction, keyOf),
  );
  // The arrangement may hold rows that are no items.
  return isHeld ? heldRows(before, list, keyOf) : withPinned(rowsOf(list, keyOf), before, wish.pinned);
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
