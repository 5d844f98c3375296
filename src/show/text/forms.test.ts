import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow } from './table.ts';
import { jsonLine } from '../../run/modes/print.ts';
import { paint, styleOf } from './style.ts';
import { bytes, cutToWidth } from './text.ts';

/** Reads one row as RFC 4180 says. */
function parseRow(row: string): string[] {
  const cells = [...`,${row}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

describe('csvRow', () => {
  it.each([
    [['a', '1.5', ''], 'a,1.5,'],
    [['rw,noatime', 'say "x"', 'two\nlines'], '"rw,noatime","say ""x""","two\nlines"'],
  ])('%j', (cells, expected) => {
    expect(csvRow(cells)).toBe(expected);
  });

  it('can be read back whatever the cells hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 6 }), (cells) => {
        expect(parseRow(csvRow(cells))).toEqual(cells);
      }),
    );
  });
});

describe('jsonLine', () => {
  it.each<[unknown, string]>([
    [{}, '{}'],
    [{ now: { iso: 'x', n: [1, 2] }, alert: [] }, '{"now": {"iso": "x", "n": [1, 2]}, "alert": []}'],
    [{ text: 'a\n  b: [ ' }, '{"text": "a\\n  b: [ "}'],
  ])('%j', (value, expected) => {
    expect(jsonLine(value)).toBe(expected);
  });

  it('has nothing that steers a terminal or reorders its line', () => {
    const name = 'a\u202Eexe.\u2066\u200B\u009B\u2028\u{E0001}b é 進 🦆';
    const line = jsonLine({ [name]: name });
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
    expect(line).toContain('a\\u202eexe.\\u2066\\u200b\\u009b\\u2028\\udb40\\udc01b é 進 🦆');
    expect(JSON.parse(line)).toEqual({ [name]: name });
  });

  it('is one line that reads back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(jsonLine(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(jsonLine(value)).not.toContain('\n');
      }),
    );
  });
});

describe('bytes', () => {
  it.each<[number | null, 1000 | 1024, string]>([
    [null, 1024, '-'],
    [0, 1024, '0'],
    [1023, 1024, '1023'],
    [1024, 1024, '1.0K'],
    [150 * 1024 ** 3, 1024, '150G'],
    [1500, 1000, '1.5K'],
    [2e25, 1000, '20000000E'],
  ])('%d in steps of %d is %s', (value, base, expected) => {
    expect(bytes(value, base)).toBe(expected);
  });
});

describe('clip', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly', 7, 'exactly'],
    ['a long name', 6, 'a lon~'],
    ['a\u001b[1m\n', 10, 'a [1m '],
  ])('%j to %d', (text, width, expected) => {
    expect(cutToWidth(text, width)).toBe(expected);
  });
});

describe('styleOf', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
  ])('terminal %s, %j', (isTerminal, environment, colours) => {
    const style = styleOf(isTerminal, environment, true);
    expect(paint(style, 'red', 'x')).toBe(colours ? '\u001b[31mx\u001b[0m' : 'x');
  });
});
