/** Limits and labels of a value axis. Pure. */
import type { Kind } from '../../src/show/display/units.ts';

export interface Extent {
  readonly kind: Kind;
  readonly low: number | null;
  readonly high: number | null;
  /** Additional values in sight. */
  readonly reach: readonly number[];
  /** Percent axes end at the highest value instead of 100 %. */
  readonly isFitted: boolean;
}

/** Headroom above the highest value, as a share. */
const ROOM = 0.08;

/** From zero. Percent axes end at 100 % or above; others have headroom. */
export function endsOf({ kind, low, high, reach, isFitted }: Extent): [low: number, high: number] {
  const least = Math.min(0, low ?? 0);
  const isWhole = kind === 'percent' && !isFitted;
  const most = Math.max(high ?? 0, isWhole ? 100 : kind === 'percent' ? 1 : 0, ...reach);
  if (isWhole && most <= 100) return [least, 100];
  return [least, most <= least ? least + 1 : least + (most - least) * (1 + ROOM)];
}

/** Multiples of a power of two (16, 32, 48 MiB), which have short labels. */
export function binaryTicks(low: number, high: number, most: number): number[] {
  const step = 2 ** Math.max(0, Math.ceil(Math.log2((high - low) / Math.max(1, most))));
  const first = Math.ceil(low / step);
  const count = Math.min(most + 1, Math.floor(high / step) - first + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step);
}
