/** Ends of an axis of values, and the values that it names. Pure. */
import type { Kind } from '../../src/show/display/units.ts';

export interface Extent {
  readonly kind: Kind;
  readonly low: number | null;
  readonly high: number | null;
  /** Values that are to be in sight, too. */
  readonly reach: readonly number[];
  /** Shares reach as far as their values, in place of 100 %. */
  readonly isFitted: boolean;
}

/** Room above the highest value, as a share. */
const ROOM = 0.08;

/** From zero. Shares end at 100 %, or where there are more; others have a little room. */
export function endsOf({ kind, low, high, reach, isFitted }: Extent): [low: number, high: number] {
  const least = Math.min(0, low ?? 0);
  const isWhole = kind === 'percent' && !isFitted;
  const most = Math.max(high ?? 0, isWhole ? 100 : kind === 'percent' ? 1 : 0, ...reach);
  if (isWhole && most <= 100) return [least, 100];
  return [least, most <= least ? least + 1 : least + (most - least) * (1 + ROOM)];
}

/** Multiples of a power of two, at most so many: as 16, 32 and 48 MiB, whose texts are short. */
export function binaryTicks(low: number, high: number, most: number): number[] {
  const step = 2 ** Math.max(0, Math.ceil(Math.log2((high - low) / Math.max(1, most))));
  const first = Math.ceil(low / step);
  const count = Math.min(most + 1, Math.floor(high / step) - first + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step);
}
