/** Stacked charts of shares. Pure. */
import { CPU_SHARES } from '../../src/show/display/cpu-shares.ts';
import type { Series } from '../../src/show/display/series.ts';
import type { Cell, Columns } from './chart-data.ts';
import type { ChartGrid } from './chart-grid.ts';

/** True if series are shares of the same whole. */
export function areShares(series: readonly Series[]): boolean {
  const [first] = series;
  return (
    series.length > 1 &&
    (first?.plugin === 'cpu' || first?.plugin === 'percpu') &&
    series.every(
      ({ plugin, item, field }) =>
        plugin === first.plugin && item === first.item && CPU_SHARES.some((share) => share.field === field),
    )
  );
}

/** Stacks series. Not with a comparison: two stacks in one place cannot be read. */
export function stackGrid(grid: ChartGrid): ChartGrid {
  const [times, ...values] = grid.columns;
  if (grid.earlier !== null) return grid;
  const heights = times.map(() => 0);
  const stacked = (values as Cell[][]).map((cells) =>
    cells.map((cell, row) => {
      if (typeof cell !== 'number') return cell;
      heights[row] = (heights[row] ?? 0) + cell;
      return heights[row];
    }),
  );
  return { ...grid, columns: [times, ...stacked] as Columns, band: null, isStacked: true };
}
