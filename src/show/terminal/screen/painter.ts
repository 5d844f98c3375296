/** Keeps what the terminal shows, and sends what has to change. */
import type { Tty } from '../tty.ts';
import { Cells, Composed } from './cells.ts';
import { difference } from './difference.ts';
import { createPalette, type Depth } from './palette.ts';

export interface PainterSetup {
  tty: Pick<Tty, 'size' | 'write'>;
  depth: Depth;
  look: { readonly hasBold: boolean; readonly hasBackground: boolean };
  /** For a light background; may change. */
  isLight(): boolean;
  /** Fills a screen that holds the one before the last. */
  paint(cells: Cells): void;
}

export interface Painter {
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
