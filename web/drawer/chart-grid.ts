/** Chart rows from memory or from the archive. Pure. */
import type { PastColumns, PastRange } from '../api/archive.ts';
import type { Cell, Columns } from './chart-data.ts';

export interface ChartGrid {
  /** Samples, or averages by step. */
  readonly columns: Columns;
  /** Minimum and maximum of each series; null: every sample is shown. */
  readonly band: { readonly min: readonly Cell[][]; readonly max: readonly Cell[][] } | null;
  /** Averages of an earlier time on the same rows; null: none. */
  readonly earlier: readonly Cell[][] | null;
  /** Seconds between the values of each series. */
  readonly steps: readonly number[];
  /** Each column includes those before it. */
  readonly isStacked?: true;
}

/** Usual interval of values in seconds. */
function stepOf(times: readonly number[], cells: readonly Cell[]): number {
  const known = times.filter((_, row) => typeof cells[row] === 'number');
  const steps = known.slice(1).map((time, row) => time - (known[row] ?? time));
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 1;
}

export const gridOfSamples = (columns: Columns): ChartGrid => ({
  columns,
  band: null,
  earlier: null,
  steps: (columns.slice(1) as Cell[][]).map((cells) => stepOf(columns[0], cells)),
});

/** Each row is in the middle of its step. */
export function gridOfRange(range: PastRange, ids: readonly string[]): ChartGrid {
  const { from, step, count, series, shifted } = range;
  const times = Array.from({ length: count }, (_, row) => (from + (row + 0.5) * step) / 1000);
  const pick = (part: PastRange['series'], name: keyof PastColumns): Cell[][] =>
    ids.map((id) => [...(part[id]?.[name] ?? Array.from({ length: count }, () => null))]);
  return {
    columns: [times, ...pick(series, 'avg')],
    band: { min: pick(series, 'min'), max: pick(series, 'max') },
    earlier: shifted === undefined ? null : pick(shifted, 'avg'),
    steps: ids.map(() => step / 1000),
  };
}

/** Returns the rows of a range in seconds. */
export function cutGrid(grid: ChartGrid, from: number, to: number): ChartGrid {
  const [times] = grid.columns;
  const first = times.findIndex((time) => time >= from);
  const after = times.findIndex((time) => time > to);
  const end = after === -1 ? times.length : after;
  const cut = <T>(column: readonly T[]): T[] => (first === -1 ? [] : column.slice(first, end));
  const { columns, band, earlier, steps } = grid;
  return {
    columns: columns.map((column) => cut<Cell>(column)) as Columns,
    band: band && { min: band.min.map(cut), max: band.max.map(cut) },
    earlier: earlier && earlier.map(cut),
    steps,
  };
}
