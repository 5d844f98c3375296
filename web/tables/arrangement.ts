/** Arranges filtered items as rows: sorted, held in place, with pinned items included. */
import { directionOf, ruleOf, type TableSpec } from './column.ts';
import { heldRows, type Row, rowsOf } from './hold.ts';
import { ordered } from '../../src/show/display/order.ts';

export interface Wish {
  readonly sort: string;
  readonly isReversed: boolean;
  readonly isHeld: boolean;
  /** Key of the open row, kept even after its item ended. */
  readonly pinned: string | number | null;
}

/** Rows of a table. `before`: current rows. */
export function arranged<T>(
  items: readonly T[],
  spec: TableSpec<T>,
  wish: Wish,
  before: readonly Row<T>[],
): readonly Row<T>[] {
  const { keyOf } = spec;
  const isHeld = wish.isHeld && before.length > 0;
  if (isHeld && spec.arrange === undefined) return heldRows(before, items, keyOf);
  const { rule } = ruleOf(spec, wish.sort);
  const direction = directionOf(rule.first, wish.isReversed);
  const sorted = ordered(items, rule, direction, keyOf);
  if (spec.arrange === undefined) return withPinned(rowsOf(sorted, keyOf), before, wish.pinned);
  const list = spec.arrange(sorted, (some) => ordered(some, rule, direction, keyOf));
  // Arrangements may contain rows without items.
  return isHeld ? heldRows(before, list, keyOf) : withPinned(rowsOf(list, keyOf), before, wish.pinned);
}

/** Ended pinned items keep their place and last values. */
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
