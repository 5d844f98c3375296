/** Rows that keep their place while somebody reads or points at them. */

export interface Row<T> {
  readonly key: string | number;
  readonly item: T;
  /** True for what has ended since the order was held; it keeps its place until the order moves again. */
  readonly gone: boolean;
}

export const rowsOf = <T>(items: readonly T[], keyOf: (item: T) => string | number): Row<T>[] =>
  items.map((item) => ({ key: keyOf(item), item, gone: false }));

/**
 * New items in the places of the rows before. What is new comes at the end, in the order of `items`; what is no longer
 * there stays, with its last values.
 */
export function heldRows<T>(
  before: readonly Row<T>[],
  items: readonly T[],
  keyOf: (item: T) => string | number,
): Row<T>[] {
  const fresh = new Map(items.map((item) => [keyOf(item), item]));
  const rows = before.map((row): Row<T> => {
    const item = fresh.get(row.key);
    if (item === undefined) return row.gone ? row : { ...row, gone: true };
    fresh.delete(row.key);
    return { key: row.key, item, gone: false };
  });
  for (const [key, item] of fresh) rows.push({ key, item, gone: false });
  return rows;
}
