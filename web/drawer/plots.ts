/** Charts of a drawer: two units share a chart with an axis each; further units get another. Pure. */
import type { Cell, Columns } from './chart-data.ts';
import type { ChartGrid } from './chart-grid.ts';
import type { PlotLine } from './plot.ts';
import { stackGrid } from './stack.ts';

export interface Plot {
  readonly key: string;
  readonly isFirst: boolean;
  readonly lines: readonly PlotLine[];
  /** Indexes among all lines. */
  readonly places: readonly number[];
  readonly grid: ChartGrid;
}

const KINDS_EACH = 2;

/** @param isStacked all series are parts of a whole */
export function plotsOf(lines: readonly PlotLine[], grid: ChartGrid, isStacked: boolean): Plot[] {
  const kinds = [...new Set(lines.map(({ kind }) => kind))];
  const count = Math.max(1, Math.ceil(kinds.length / KINDS_EACH));
  return Array.from({ length: count }, (_, index) => {
    const own = new Set(kinds.slice(index * KINDS_EACH, (index + 1) * KINDS_EACH));
    const picked = lines.flatMap(({ kind }, at) => (own.has(kind) ? [at] : []));
    return {
      key: String(index),
      isFirst: index === 0,
      lines: picked.map((at) => lines[at] as PlotLine),
      places: picked,
      grid: isStacked ? stackGrid(pickSeries(grid, picked)) : pickSeries(grid, picked),
    };
  });
}

function pickSeries({ columns, band, earlier, steps }: ChartGrid, picked: readonly number[]): ChartGrid {
  const pick = <T>(from: readonly T[]): T[] => picked.map((at) => from[at] as T);
  const [times, ...values] = columns;
  return {
    columns: [times, ...pick<Cell[]>(values)] as Columns,
    band: band && { min: pick(band.min), max: pick(band.max) },
    earlier: earlier && pick(earlier),
    steps: pick(steps),
  };
}
