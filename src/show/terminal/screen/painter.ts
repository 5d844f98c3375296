/** Keeps what the terminal shows, and sends what has to change. */
import type { Tty } from '../tty.ts';
import { Cells, Composed, CONTINUED } from './cells.ts';
import { createPalette, type Depth } from './palette.ts';
import type { Style } from './style.ts';

interface PainterSetup {
  tty: Pick<Tty, 'size' | 'write'>;
  depth: Depth;
  look: { readonly hasBold: boolean; readonly hasBackground: boolean };
  /** For a light background; may change. */
  isLight(): boolean;
  /** Fills a screen that holds the one before the last. */
  paint(cells: Cells): void;
}

interface Painter {
  draw(): void;
  /** Nothing is known of what the terminal shows: everything is sent again. */
  forget(): void;
}

export function createPainter({ tty, depth, look, isLight, paint }: PainterSetup): Painter {
  const composed = new Composed();
  const { hasBold, hasBackground } = look;
  const paletteFor = (light: boolean) => createPalette({ depth, isLight: light, hasBold, hasBackground });
  let wasLight = isLight();
  let palette = paletteFor(wasLight);
  let shown = new Cells(0, 0, composed);
  let next = new Cells(0, 0, composed);
  const fit = (): void => {
    const { width, height } = tty.size;
    if (shown.width === width && shown.height === height) return;
    shown = new Cells(width, height, composed);
    next = new Cells(width, height, composed);
    shown.invalidate();
  };
  return {
    forget: () => shown.invalidate(),
    draw() {
      fit();
      if (isLight() !== wasLight) {
        wasLight = isLight();
        palette = paletteFor(wasLight);
        shown.invalidate();
      }
      paint(next);
      const bytes = difference(shown, next, palette);
      [shown, next] = [next, shown];
      if (bytes !== '') tty.write(bytes);
    },
  };
}

/** Cells that stay the same are sent again where moving over them takes as many bytes. */
const CHEAP_GAP = 4;

/** Bytes that make a terminal that shows `before` show `after`. Both have the same size. */
export function difference(before: Cells, after: Cells, sgr: (style: Style) => string): string {
  const { width, height } = after;
  let out = '';
  let style = -1;
  for (let y = 0; y < height; y += 1) {
    // Most lines stay as they are, and whole lines are compared faster than cells.
    if (before.isSameLine(after, y)) continue;
    const row = y * width;
    /** Where the terminal writes next; -1: not known, or not in this line. */
    let cursor = -1;
    for (let x = 0; x < width; x += 1) {
      const at = row + x;
      if (isSame(before, after, at) || after.characters[at] === CONTINUED) continue;
      if (cursor !== x) {
        const gap = cursor < 0 ? Infinity : x - cursor;
        if (gap > 0 && gap <= CHEAP_GAP && isPlainRun(after, row + cursor, at, style))
          for (let skipped = row + cursor; skipped < at; skipped += 1) out += after.textAt(skipped);
        else out += `\u001B[${y + 1};${x + 1}H`;
      }
      if (after.styles[at] !== style) {
        style = after.styles[at] as number;
        out += sgr(style);
      }
      out += after.textAt(at);
      // Terminals do not agree on the width of what is not ASCII or drawn by all alike.
      cursor = isCertain(after.characters[at] as number) ? x + 1 : -1;
    }
  }
  return out;
}

const isSame = (before: Cells, after: Cells, at: number): boolean =>
  before.characters[at] === after.characters[at] &&
  before.styles[at] === after.styles[at] &&
  // The second half of a wide character has gone, or has come.
  (before.characters[at + 1] !== CONTINUED) === (after.characters[at + 1] !== CONTINUED);

function isPlainRun(cells: Cells, from: number, to: number, style: number): boolean {
  for (let at = from; at < to; at += 1)
    if (cells.styles[at] !== style || !isCertain(cells.characters[at] as number)) return false;
  return true;
}

/** ASCII, Latin letters, box drawing, blocks and braille take one cell everywhere. */
const isCertain = (code: number): boolean =>
  (code >= 0x20 && code < 0x7f) ||
  (code >= 0xa1 && code < 0x0250 && code !== 0xad) ||
  (code >= 0x2500 && code < 0x25a0) ||
  (code >= 0x2800 && code < 0x2900);
