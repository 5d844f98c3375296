/** Rows that have come, and those that have gone, between two lists of which most rows are the same objects in the same order. */
export interface RowDifference<Row> {
  readonly come: readonly Row[];
  readonly gone: ReadonlySet<Row>;
}

/** Rows that have only changed their place are in neither. */
export function rowDifference<Row>(before: readonly Row[], after: readonly Row[]): RowDifference<Row> {
  const gone = new Set<Row>();
  const unmatched: Row[] = [];
  let at = 0;
  /** Rows that have not been found since the last one that was. */
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

/** How many rows before this one are to be skipped, at a glance: none, one that has gone, or as many as have been replaced. Otherwise −1. */
function skippedBefore<Row>(before: readonly Row[], row: Row, at: number, missed: number): number {
  if (before[at] === row) return 0;
  if (before[at + 1] === row) return 1;
  return before[at + missed] === row ? missed : -1;
}
