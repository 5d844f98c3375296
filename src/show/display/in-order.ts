/** Order of lists without sort controls: problems first, then natural order. */
import { type Level, rankOf } from './levels.ts';
import { compareNames } from './natural.ts';

/** Natural order: `sda2` before `sda10`. */
export const byName = (a: string, b: string): number => compareNames(a, b) || Number(a > b) - Number(a < b);

export interface Placed {
  readonly id: string;
  readonly level: Level | null;
}

/** Returns the row quoted in a heading: the highest value among the worst; null without rows. */
export const foremostOf = <T extends Pick<Placed, 'level'>>(
  rows: readonly T[],
  valueOf: (row: T) => number | null | undefined,
): T | null =>
  rows.toSorted((a, b) => rankOf(b.level) - rankOf(a.level) || (valueOf(b) ?? -1) - (valueOf(a) ?? -1))[0] ??
  null;

/**
 * A new list, worst first, then by group and name. CAREFUL does not move items: rates fluctuate, and moving rows are unreadable.
 * @param groupOf lower ones come first
 */
export function inOrder<T extends Placed>(rows: readonly T[], groupOf: (row: T) => number = () => 0): T[] {
  const weight = ({ level }: T): number => (level === 'careful' ? 0 : rankOf(level));
  return rows.toSorted((a, b) => weight(b) - weight(a) || groupOf(a) - groupOf(b) || byName(a.id, b.id));
}
