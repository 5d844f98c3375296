import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTerminalEmulator } from '../../../../test/support/terminal-emulator.ts';
import { Cells, Composed } from './cells.ts';
import { difference } from './painter.ts';
import { createPalette } from './palette.ts';
import { UNICODE } from './glyph-set.ts';
import { Region } from './region.ts';
import { styleOf } from './style.ts';

const WIDTH = 12;
const HEIGHT = 4;
const palette = createPalette({ depth: '256', isLight: false, hasBold: true, hasBackground: true });

const text = fc.array(fc.constantFrom('a', 'b', ' ', '日', 'é', 'e\u0301', '█', '🙂', '\u202E', '\u001B'), {
  maxLength: 9,
});
const write = fc.record({
  x: fc.integer({ min: 0, max: WIDTH }),
  y: fc.integer({ min: 0, max: HEIGHT }),
  text: text.map((parts) => parts.join('')),
  style: fc.constantFrom(
    styleOf('text'),
    styleOf('critical', { bold: true }),
    styleOf('dim', { on: 'heading' }),
  ),
});

describe('difference', () => {
  it('makes a terminal show the next screen, whatever it showed', () => {
    fc.assert(
      fc.property(fc.array(fc.array(write, { maxLength: 6 }), { minLength: 1, maxLength: 5 }), (screens) => {
        const composed = new Composed();
        const terminal = createTerminalEmulator(WIDTH, HEIGHT);
        let shown = new Cells(WIDTH, HEIGHT, composed);
        shown.invalidate();
        for (const writes of screens) {
          const next = new Cells(WIDTH, HEIGHT, composed);
          const region = new Region(next, { x: 0, y: 0, width: WIDTH, height: HEIGHT }, UNICODE);
          for (const one of writes) region.text(one.x, one.y, one.text, one.style);
          terminal.write(difference(shown, next, palette));
          const lines = Array.from({ length: HEIGHT }, (_, y) => next.line(y));
          expect(terminal.lines()).toEqual(lines);
          shown = next;
        }
      }),
    );
  });

  it('sends nothing for the same screen, and little for a small change', () => {
    const composed = new Composed();
    const screen = (last: string): Cells => {
      const cells = new Cells(80, 24, composed);
      const region = new Region(cells, { x: 0, y: 0, width: 80, height: 24 }, UNICODE);
      for (let y = 0; y < 24; y += 1) region.text(0, y, `line ${y} ${'x'.repeat(60)} ${y === 5 ? last : ''}`);
      return cells;
    };
    expect(difference(screen('12.3'), screen('12.3'), palette)).toBe('');
    expect(difference(screen('12.3'), screen('12.4'), palette)).toBe('\u001B[6;72H\u001B[0m4');
  });
});
