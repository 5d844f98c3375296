/** A heat map: a row per server, a column per time. Pure except for its canvas. */
import type { Level } from '../../../src/show/display/levels.ts';
import type { Palette } from '../../state/palette.ts';

/** Number of shades. */
const SHADES = 24;
/** After the last time, the current level: only servers know their thresholds. */
export const LEVEL_WIDTH = 12;
const LEVEL_GAP = 4;

/** Most rows with readable names. */
const MOST_NAMED = 150;
const NAMED_HEIGHT = 16;
/** Distance of hatching lines. */
const HATCH = 5;

/** Row height: up to {@link MOST_NAMED} rows have names, more share the room. */
export const rowHeightFor = (rows: number, room: number): number =>
  Math.max(rows <= MOST_NAMED ? NAMED_HEIGHT : 3, Math.min(20, Math.floor(room / Math.max(1, rows))));

export const hasNamesAt = (rowHeight: number): boolean => rowHeight >= NAMED_HEIGHT;

/** Opacities of one colour. */
export function shadeOf(value: number, top: number, { line }: Palette): string {
  const share = Math.min(1, Math.max(0, value / top));
  const percent = Math.round((0.08 + 0.92 * share) * SHADES) / SHADES;
  return `color-mix(in srgb, ${line} ${Math.round(percent * 100)}%, transparent)`;
}

/** Index of the time at a share of the width. */
export const cellAt = (share: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor(share * count)));

export interface HeatRow {
  readonly values: readonly (number | null)[];
  /** Current level; null: normal or unknown. */
  readonly level: Level | null;
}

export function drawHeat(
  context: CanvasRenderingContext2D,
  rows: readonly HeatRow[],
  { width, rowHeight, top }: { width: number; rowHeight: number; top: number },
  palette: Palette,
): void {
  const gap = rowHeight > 6 ? 1 : 0;
  hatch(context, { width: width - LEVEL_WIDTH, height: rows.length * rowHeight }, palette.faint);
  rows.forEach(({ values, level }, row) => {
    const cell = (width - LEVEL_WIDTH) / Math.max(1, values.length);
    let [from, shade] = [0, ''];
    const paint = (until: number): void => {
      if (shade === '' || until === from) return;
      context.clearRect(from * cell, row * rowHeight, (until - from) * cell, rowHeight);
      context.fillStyle = shade;
      context.fillRect(from * cell, row * rowHeight, (until - from) * cell, rowHeight - gap);
    };
    // Merges neighbours of the same shade.
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

/** Pattern of unknown values, distinct from every shade. */
function hatch(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  color: string,
): void {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.save();
  context.globalAlpha = 0.5;
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  context.beginPath();
  for (let at = -height; at < width; at += HATCH) {
    context.moveTo(at, height);
    context.lineTo(at + height, 0);
  }
  context.stroke();
  context.restore();
}
