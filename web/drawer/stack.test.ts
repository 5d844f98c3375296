import { describe, expect, it } from 'vitest';
import { CPU_SHARES } from '../../src/show/display/cpu-shares.ts';
import type { Series } from '../../src/show/display/series.ts';
import type { Columns } from './chart-data.ts';
import { areShares, stackGrid } from './stack.ts';

describe('a chart of shares', () => {
  const of = (plugin: string, field: string, item?: string) => ({ plugin, field, item }) as Series;
  it.each([
    [true, CPU_SHARES.map(({ field }) => of('cpu', field))],
    [true, [of('percpu', 'user', '3'), of('percpu', 'nice', '3')]],
    [false, [of('percpu', 'user', '3'), of('percpu', 'nice', '4')]],
    [false, [of('cpu', 'user'), of('cpu', 'total')]],
    [false, [of('cpu', 'user')]],
    [false, [of('mem', 'used'), of('mem', 'free')]],
    [false, []],
  ])('is stacked: %j', (isStacked, series) => {
    expect(areShares(series)).toBe(isStacked);
  });
});

describe('a stack', () => {
  const columns: Columns = [
    [1, 2, 3],
    [10, 20, null],
    [1, 2, 3],
    [5, null, 7],
  ];
  const grid = { columns, band: { min: [], max: [] }, earlier: null, steps: [1, 1, 1] };

  it('has each series on top of those before it, in place of bands', () => {
    expect(stackGrid(grid)).toEqual({
      ...grid,
      columns: [
        [1, 2, 3],
        [10, 20, null],
        [11, 22, 3],
        [16, null, 10],
      ],
      band: null,
      isStacked: true,
    });
  });

  it('is none beside an earlier time', () => {
    const compared = { ...grid, earlier: [[1], [2], [3]] };
    expect(stackGrid(compared)).toBe(compared);
  });
});
