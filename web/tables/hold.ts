/** Holds the order of rows while they are read or pointed at. */

export interface Row<T> {
  readonly key: string | number;
  readonly item: T;
  /** Ended since the order was held; keeps its place until release. */
  readonly gone: boolean;
}

export const rowsOf = <T>(items: readonly T[], keyOf: (item: T) => string | number): Row<T>[] =>
  items.map((item) => ({ key: keyOf(item), item, gone: false }));

/** New items in the previous rows' places. New ones come last, in the order of `items`; missing ones stay, with their last values. */
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
