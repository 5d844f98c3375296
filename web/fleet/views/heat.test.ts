import { expect, it } from 'vitest';
import type { Palette } from '../../parts/palette.ts';
import { drawHeat, rowHeightFor } from './heat.ts';

it('gives many servers low rows, few no giant ones', () => {
  expect([
    rowHeightFor(1000, 700),
    rowHeightFor(100, 700),
    rowHeightFor(3, 700),
    rowHeightFor(0, 700),
  ]).toEqual([3, 7, 18, 18]);
});

it('paints neighbours of one shade at once, nothing where nothing is known, and levels in their colours', () => {
  const painted: unknown[] = [];
  const context = {
    fillStyle: '',
    fillRect(...box: number[]) {
      painted.push([String(this.fillStyle).split(' ')[2], ...box]);
    },
  };
  const palette = { line: 'blue', careful: 'yellow', critical: 'red' } as Palette;
  const rows = [{ values: [10, 10, null, 95] }, { values: [75, 75, 75, 75] }];
  const box = { width: 40, rowHeight: 4, top: 100, isShare: true };
  drawHeat(context as unknown as CanvasRenderingContext2D, rows, box, palette);
  expect(painted).toEqual([
    ['blue', 0, 0, 20, 4],
    ['red', 30, 0, 10, 4],
    ['yellow', 0, 4, 40, 4],
  ]);
});
