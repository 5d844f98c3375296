import { describe, expect, it } from 'vitest';
import type { PastRange } from '../api/archive.ts';
import { cutGrid, gridOfRange } from './chart-grid.ts';

const RANGE: PastRange = {
  from: 60_000,
  to: 240_000,
  step: 60_000,
  tier: 'minutes',
  count: 3,
  oldest: 0,
  series: { 'cpu/total': { avg: [4, null, 6], min: [1, null, 2], max: [9, null, 8] }, 'cpu/gone': null },
  shifted: { 'cpu/total': { avg: [1, 2, 3], min: [0, 0, 0], max: [5, 5, 5] }, 'cpu/gone': null },
};

describe('the grid of a chart', () => {
  it('has rows in the middle of their steps, gaps where nothing was sampled', () => {
    const grid = gridOfRange(RANGE, ['cpu/total', 'cpu/gone']);
    expect(grid.columns).toEqual([
      [90, 150, 210],
      [4, null, 6],
      [null, null, null],
    ]);
    expect(grid.band?.max[0]).toEqual([9, null, 8]);
    expect(grid.earlier?.[0]).toEqual([1, 2, 3]);
  });

  it('is cut with all that belongs to a row', () => {
    const cut = cutGrid(gridOfRange(RANGE, ['cpu/total']), 100, 300);
    expect(cut).toMatchObject({
      columns: [
        [150, 210],
        [null, 6],
      ],
      band: { min: [[null, 2]] },
      earlier: [[2, 3]],
    });
  });
});
