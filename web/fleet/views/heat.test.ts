import { expect, it } from 'vitest';
import type { Palette } from '../../state/palette.ts';
import { cellAt, drawHeat, rowHeightFor } from './heat.ts';

it('gives many servers low rows, few no giant ones', () => {
  expect([
    rowHeightFor(1000, 700),
    rowHeightFor(100, 700),
    rowHeightFor(3, 700),
    rowHeightFor(0, 700),
  ]).toEqual([3, 16, 20, 20]);
});

it('knows the square at a place', () => {
  expect([-1, 0, 0.24, 0.26, 0.76, 0.99, 2].map((share) => cellAt(share, 4))).toEqual([0, 0, 0, 1, 3, 3, 3]);
});

it('paints neighbours of one shade at once, nothing where nothing is known, and the level of the present', () => {
  const painted: unknown[] = [];
  const cleared: unknown[] = [];
  let hatched = 0;
  const context = {
    save() {},
    restore() {},
    beginPath() {},
    rect() {},
    clip() {},
    moveTo() {},
    lineTo: () => (hatched += 1),
    stroke() {},
    clearRect: (...box: number[]) => cleared.push(box),
    fillStyle: '',
    fillRect(...box: number[]) {
      painted.push([this.fillStyle, ...box]);
    },
  };
  const palette = { line: 'blue', careful: 'yellow', critical: 'red' } as Palette;
  const rows = [
    { values: [10, 10, null, 100], level: 'critical' as const },
    { values: [75, 75, 75, 75], level: null },
  ];
  const box = { width: 52, rowHeight: 4, top: 100 };
  drawHeat(context as unknown as CanvasRenderingContext2D, rows, box, palette);
  const blue = (percent: number): string => `color-mix(in srgb, blue ${percent}%, transparent)`;
  expect(painted).toEqual([
    [blue(17), 0, 0, 20, 4],
    [blue(100), 30, 0, 10, 4],
    ['red', 44, 0, 8, 4],
    [blue(75), 0, 4, 40, 4],
  ]);
  // Unknown values stay hatched.
  expect(hatched).toBeGreaterThan(5);
  expect(cleared).toEqual([
    [0, 0, 20, 4],
    [30, 0, 10, 4],
    [0, 4, 40, 4],
  ]);
});
