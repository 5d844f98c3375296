import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coreBars, mapLayout, shadeOf } from './core-map.ts';

describe('core map', () => {
  it('has rows of some pixels, in as many blocks as that takes', () => {
    expect(mapLayout(2, 300, 100)).toMatchObject({ blocks: 1, rows: 2, cellHeight: 26 });
    expect(mapLayout(64, 300, 100)).toMatchObject({ blocks: 2, rows: 32, cellHeight: 3.125 });
    expect(mapLayout(256, 300, 100)).toMatchObject({ blocks: 8, rows: 32 });
  });

  it('holds every core, within its width', () => {
    const size = fc.integer({ min: 20, max: 2000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1024 }), size, size, (cores, width, height) => {
        const { blocks, rows, columns, cellWidth, blockWidth } = mapLayout(cores, width, height);
        expect(blocks * rows).toBeGreaterThanOrEqual(cores);
        expect(columns * cellWidth).toBeLessThanOrEqual(Math.max(cellWidth, blockWidth));
      }),
    );
  });

  it('has a bar for each of few cores, whatever their loads are', () => {
    expect(coreBars([50, 100], 200, 100)).toEqual([
      { top: 34, height: 12, length: 100 },
      { top: 54, height: 12, length: 200 },
    ]);
    expect(coreBars([NaN, -1, 300], 200, 30).map(({ length }) => length)).toEqual([0, 0, 200]);
    for (const { top, height } of coreBars([1, 2, 3, 4], 200, 30)) {
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top + height).toBeLessThanOrEqual(30);
    }
  });

  it('is darker for more load', () => {
    expect([-5, 0, 50, 100, 400].map(shadeOf).map((shade) => Math.round(shade * 100))).toEqual([
      8, 8, 63, 100, 100,
    ]);
  });
});
