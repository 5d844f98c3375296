/** Finds added and removed rows between two lists in which most rows are the same objects in the same order. */
export interface RowDifference<Row> {
  readonly come: readonly Row[];
  readonly gone: ReadonlySet<Row>;
}

/** Moved rows are in neither. */
export function rowDifference<Row>(before: readonly Row[], after: readonly Row[]): RowDifference<Row> {
  const gone = new Set<Row>();
  const unmatched: Row[] = [];
  let at = 0;
  /** Rows not found since the last match. */
  let missed = 0;
  for (let index = 0; index < after.length; index += 1) {
    const row = after[index]!;
    const skipped = skippedBefore(before, row, at, missed);
    if (skipped < 0) {
      unmatched.push(row);
      missed += 1;
      continue;
    }
    const found = at + skipped;
    while (at < found) gone.add(before[at++]!);
    at += 1;
    missed = 0;
  }
  for (const row of before.slice(at)) gone.add(row);
  return { come: unmatched.filter((row) => !gone.delete(row)), gone };
}

/** Number of rows to skip before this one, by a quick check: none, one removed, or as many as were replaced. Otherwise −1. */
function skippedBefore<Row>(before: readonly Row[], row: Row, at: number, missed: number): number {
  if (before[at] === row) return 0;
  if (before[at + 1] === row) return 1;
  return before[at + missed] === row ? missed : -1;
}
