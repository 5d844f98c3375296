/** A heat map: a row per server, a column per time. Pure but for the canvas that it draws on. */
import type { Palette } from '../../parts/palette.ts';

/** Shades, so that few colours are made. */
const SHADES = 24;
/** From where on shares of a machine have other colours. */
export const HIGH = 70;
export const HIGHEST = 90;

/** The least and largest height of a row. */
export const rowHeightFor = (rows: number, room: number): number =>
  Math.max(3, Math.min(18, Math.floor(room / Math.max(1, rows))));

/** From none to full of one colour; shares of a machine have other colours where they are high. */
export function shadeOf(value: number, top: number, isShare: boolean, palette: Palette): string {
  const share = Math.min(1, Math.max(0, value / top));
  const color =
    isShare && value >= HIGHEST
      ? palette.critical
      : isShare && value >= HIGH
        ? palette.careful
        : palette.line;
  const percent = Math.round((0.08 + 0.92 * share) * SHADES) / SHADES;
  return `color-mix(in srgb, ${color} ${Math.round(percent * 100)}%, transparent)`;
}

export interface HeatRow {
  readonly values: readonly (number | null)[];
}

export function drawHeat(
  context: CanvasRenderingContext2D,
  rows: readonly HeatRow[],
  { width, rowHeight, top, isShare }: { width: number; rowHeight: number; top: number; isShare: boolean },
  palette: Palette,
): void {
  const gap = rowHeight > 6 ? 1 : 0;
  rows.forEach(({ values }, row) => {
    const cell = width / Math.max(1, values.length);
    let [from, shade] = [0, ''];
    const paint = (until: number): void => {
      if (shade === '' || until === from) return;
      context.fillStyle = shade;
      context.fillRect(from * cell, row * rowHeight, (until - from) * cell, rowHeight - gap);
    };
    // Neighbours of one shade are one rectangle.
    for (let at = 0; at <= values.length; at += 1) {
      const value = values[at] ?? null;
      const next = at === values.length || value === null ? '' : shadeOf(value, top, isShare, palette);
      if (next === shade && at < values.length) continue;
      paint(at);
      [from, shade] = [at, next];
    }
  });
}
