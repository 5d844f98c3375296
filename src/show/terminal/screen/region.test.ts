import { describe, expect, it } from 'vitest';
import { Cells, Composed } from './cells.ts';
import { widthOfText } from './characters.ts';
import { ASCII, UNICODE } from './glyph-set.ts';
import { Region } from './region.ts';

const draw = (width: number, act: (region: Region) => void): string => {
  const cells = new Cells(width, 1, new Composed());
  act(new Region(cells, { x: 0, y: 0, width, height: 1 }, UNICODE));
  return cells.line(0);
};

describe('text in cells', () => {
  it.each([
    ['plain', 10, 'plain'],
    ['a name that is long', 10, 'a name th…'],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['cafe\u0301', 6, 'cafe\u0301'],
    [`z${'\u0301'.repeat(50)}y`, 6, `z\u0301\u0301y`],
  ])('%j in %i cells is %j', (text, width, expected) => {
    expect(draw(width, (region) => void region.text(0, 0, text))).toBe(expected);
  });

  it.each([
    ['an escape sequence', '\u001B[2J\u001B]0;title\u0007', '␛[2J␛]0;title␇'],
    ['a line end', 'one\ntwo\rthree', 'one␊two␍three'],
    ['C1 controls', 'a\u009Bb', 'a⟨009B⟩b'],
    ['a change of direction', 'evil\u202Etxt.exe', 'evil⟨202E⟩txt.exe'],
    ['zero width', 'ro\u200Bot', 'ro⟨200B⟩ot'],
    ['joined pictures', '👩\u200D💻', '👩⟨200D⟩💻'],
    ['half a pair', 'a\uD800b', 'a\uFFFDb'],
    ['tags', 'a\u{E0041}b', 'ab'],
  ])('shows %s as what it is', (_name, text, expected) => {
    expect(draw(40, (region) => void region.text(0, 0, text))).toBe(expected);
  });

  it('is ASCII on a terminal that knows no more', () => {
    const cells = new Cells(12, 1, new Composed());
    new Region(cells, { x: 0, y: 0, width: 12, height: 1 }, ASCII).text(0, 0, 'é日b\u001Bcde and more');
    expect(cells.line(0)).toBe('???b?cde an~');
  });

  it('ends where it is told, wide or not', () => {
    expect(draw(10, (region) => void region.right(10, 0, '日本'))).toBe('      日本');
    expect(draw(10, (region) => void region.right(4, 0, 'too long', 0, 4))).toBe('too…');
  });

  it('never leaves its region', () => {
    expect(
      draw(10, (region) => {
        const part = region.part({ x: 3, y: 0, width: 4, height: 1 });
        part.text(0, 0, '日本語日本語');
        part.text(-1, 0, 'x');
        part.text(0, 1, 'x');
        part.put(4, 0, 0x78);
        part.highlight(3, 'selection');
      }),
    ).toBe('   日…');
  });

  it('knows how wide text is', () => {
    expect(['abc', '日本', 'e\u0301', ''].map(widthOfText)).toEqual([3, 4, 1, 0]);
  });
});

describe('a line that is kept', () => {
  it('looks as it did when it is shown again', () => {
    const composed = new Composed();
    const screens = [new Cells(8, 2, composed), new Cells(8, 2, composed)] as const;
    const [line, other] = screens.map(
      (cells) => new Region(cells, { x: 2, y: 1, width: 5, height: 1 }, UNICODE),
    ) as [Region, Region];
    line.text(0, 0, '日e\u0301', 3);
    other.paste(line.capture());
    expect(screens[1].line(1)).toBe('  日e\u0301');
    expect(screens[1].styles).toEqual(screens[0].styles);
  });
});
