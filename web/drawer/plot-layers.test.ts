import type uPlot from 'uplot';
import { afterEach, expect, it, vi } from 'vitest';
import { drawGaps, drawLimits, type Layers } from './plot-layers.ts';

afterEach(() => vi.unstubAllGlobals());

it('writes the reason into a hatched range, however the axes left the canvas', () => {
  vi.stubGlobal('devicePixelRatio', 1);
  const written: unknown[] = [];
  const ctx = {
    ...Object.fromEntries(
      ['save', 'restore', 'beginPath', 'rect', 'clip', 'moveTo', 'lineTo', 'stroke', 'fillRect'].map(
        (name) => [name, () => {}],
      ),
    ),
    textAlign: 'right',
    textBaseline: 'middle',
    measureText: (text: string) => ({ width: text.length * 6 }),
    fillText(text: string, x: number) {
      written.push([text, x, ctx.textAlign, ctx.textBaseline]);
    },
  };
  const plot = {
    ctx,
    bbox: { left: 0, top: 0, width: 400, height: 100 },
    valToPos: (seconds: number) => seconds,
  } as unknown as uPlot;
  const palette = { faint: '#888', text: '#000', background: '#fff' };
  const layers = { gaps: [{ from: 0, to: 200_000, reason: 'not yet' }], palette } as unknown as Layers;
  drawGaps(plot, layers);
  expect(written).toEqual([['not yet', (200 - 7 * 6) / 2, 'left', 'alphabetic']]);
});

it('draws thresholds of other series on their axis, where they are in sight', () => {
  vi.stubGlobal('devicePixelRatio', 1);
  const drawn: unknown[] = [];
  const ctx = {
    fillStyle: '',
    save: () => {},
    restore: () => {},
    fillRect: (left: number, y: number, width: number) => void drawn.push([ctx.fillStyle, left, y, width]),
  };
  const plot = {
    ctx,
    bbox: { left: 10, top: 0, width: 9, height: 100 },
    scales: { percent: {} },
    valToPos: (value: number) => 100 - value,
  } as unknown as uPlot;
  const palette = { warning: 'orange', critical: 'red' };
  const limits = [
    { thresholds: { careful: null, warning: 60, critical: 120 }, kind: 'percent', color: 'blue' },
    { thresholds: { careful: null, warning: 60, critical: 90 }, kind: 'bytes', color: 'green' },
  ];
  drawLimits(plot, { limits, palette } as unknown as Layers);
  expect(drawn).toEqual([
    ['blue', 10, 40, 5],
    ['orange', 10, 38, 8],
  ]);
});
