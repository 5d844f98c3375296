/** A heat map: a row per server, a column per time. Pure but for the canvas that it draws on. */
import type { Level } from '../../../src/show/display/levels.ts';
import type { Palette } from '../../state/palette.ts';

/** Shades, so that few colours are made. */
const SHADES = 24;
/** Behind the last time, the level of the present: only a server knows its thresholds. */
export const LEVEL_WIDTH = 12;
const LEVEL_GAP = 4;

/** The least and largest height of a row. */
export const rowHeightFor = (rows: number, room: number): number =>
  Math.max(3, Math.min(18, Math.floor(room / Math.max(1, rows))));

/** From none to full of one colour. */
export function shadeOf(value: number, top: number, { line }: Palette): string {
  const share = Math.min(1, Math.max(0, value / top));
  const percent = Math.round((0.08 + 0.92 * share) * SHADES) / SHADES;
  return `color-mix(in srgb, ${line} ${Math.round(percent * 100)}%, transparent)`;
}

/** The time whose square lies at a share of the width. */
export const cellAt = (share: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor(share * count)));

export interface HeatRow {
  readonly values: readonly (number | null)[];
  /** Now; null: all is well, or nothing is known. */
  readonly level: Level | null;
}

export function drawHeat(
  context: CanvasRenderingContext2D,
  rows: readonly HeatRow[],
  { width, rowHeight, top }: { width: number; rowHeight: number; top: number },
  palette: Palette,
): void {
  const gap = rowHeight > 6 ? 1 : 0;
  rows.forEach(({ values, level }, row) => {
    const cell = (width - LEVEL_WIDTH) / Math.max(1, values.length);
    let [from, shade] = [0, ''];
    const paint = (until: number): void => {
      if (shade === '' || until === from) return;
      context.fillStyle = shade;
      context.fillRect(from * cell, row * rowHeight, (until - from) * cell, rowHeight - gap);
    };
    // Neighbours of one shade are one rectangle.
    for (let at = 0; at <= values.length; at += 1) {
      const value = values[at] ?? null;
      const next = at === values.length || value === null ? '' : shadeOf(value, top, palette);
      if (next === shade && at < values.length) continue;
      paint(at);
      [from, shade] = [at, next];
    }
    if (level === null) return;
    context.fillStyle = palette[level];
    const left = width - LEVEL_WIDTH + LEVEL_GAP;
    context.fillRect(left, row * rowHeight, LEVEL_WIDTH - LEVEL_GAP, rowHeight - gap);
  });
}
