/** The last values of a column as a sparkline. */

export interface Box {
  width: number;
  height: number;
}

/** Lines as lists of alternating x and y, interrupted at gaps. The newest value is at the right edge. */
export function sparklinePoints(values: readonly unknown[], max: number, { width, height }: Box): number[][] {
  const lines: number[][] = [];
  let line: number[] = [];
  const step = width / (MOST - 1);
  values.slice(-MOST).forEach((value, at, all) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      if (line.length > 0) lines.push(line);
      line = [];
      return;
    }
    const share = Math.min(1, Math.max(0, value / max));
    line.push(width - (all.length - 1 - at) * step, height - 0.75 - share * (height - 1.5));
  });
  if (line.length > 0) lines.push(line);
  return lines;
}

/** Number of values across the width. */
const MOST = 30;

/** Returns the maximum; 0 without values. */
export const largest = (values: readonly unknown[]): number =>
  values.reduce<number>((most, value) => (typeof value === 'number' && value > most ? value : most), 0);
