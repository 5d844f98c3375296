/** Paths of small charts, with gaps. Pure. */
import type { PastColumns } from '../api/archive.ts';

export interface PathSize {
  readonly width: number;
  readonly height: number;
  /** Value at the top. */
  readonly top: number;
  /** Margin above the top and below zero. Default: 0. */
  readonly inset?: number;
}

type Column = PastColumns['avg'];

export const lineOf = (column: Column, size: PathSize): string =>
  runsOf(column)
    .map((run) => run.map((at, index) => `${index === 0 ? 'M' : 'L'}${pointOf(column, at, size)}`).join(''))
    .join('');

/** Along the maxima and back along the minima. */
export const bandOf = ({ min, max }: PastColumns, size: PathSize): string =>
  runsOf(max)
    .map((run) => {
      const there = run.map((at) => pointOf(max, at, size));
      const back = run.toReversed().map((at) => pointOf(min, at, size));
      return `M${[...there, ...back].join('L')}Z`;
    })
    .join('');

/** Index ranges without gaps. */
function runsOf(column: Column): number[][] {
  const runs: number[][] = [];
  for (const [at, value] of column.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  }
  return runs;
}

/** Distance of a value from the upper edge. */
export function heightOf(
  value: number,
  { height, top, inset = 0 }: Pick<PathSize, 'height' | 'top' | 'inset'>,
) {
  const share = Math.min(1, Math.max(0, value / top));
  return height - inset - share * (height - 2 * inset);
}

function pointOf(column: Column, at: number, size: PathSize): string {
  const x = (at / Math.max(1, column.length - 1)) * size.width;
  return `${x.toFixed(1)} ${heightOf(column[at] ?? 0, size).toFixed(1)}`;
}
