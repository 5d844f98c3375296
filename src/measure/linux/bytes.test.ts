import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteCursor, bytesOf, decode, eachLine, isAscii } from './bytes.ts';

const at = (text: string): ByteCursor => new ByteCursor(bytesOf(text));

describe('ByteCursor', () => {
  it('reads any integer as Number does', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), (value) => {
        const read = at(` \t${value} `).integer();
        expect(Math.abs(read - Number(value))).toBeLessThanOrEqual(Math.abs(Number(value)) * 1e-15);
      }),
    );
  });

  it('gives what is missing instead of a number', () => {
    expect(at('').integer()).toBe(0);
    expect(at('x').integer(-1)).toBe(-1);
    expect(at('-').integer(-1)).toBe(-1);
    expect(at('\n5').integer(-1)).toBe(-1);
    expect(at('9'.repeat(400)).integer(-1)).toBe(-1);
    expect(Object.is(at('-0').integer(), 0)).toBe(true);
  });

  it('stops at what is not a digit', () => {
    const cursor = at('12abc 3');
    expect([cursor.integer(), cursor.integer(-1), cursor.word(), cursor.integer()]).toEqual([
      12,
      -1,
      'abc',
      3,
    ]);
  });

  it('reads integers into an array and clears the rest', () => {
    const into = new Float64Array(5).fill(7);
    expect(at('1 -2 18446744073709551615\n4').integers(into, 1, 5)).toBe(4);
    expect([...into]).toEqual([7, 1, -2, 2 ** 64, 0]);
  });

  it('reads decimals', () => {
    const cursor = at('0.02 12.340 7 5. x');
    expect([1, 2, 3, 4, 5].map(() => cursor.decimal(-1))).toEqual([0.02, 12.34, 7, 5, -1]);
  });

  it('reads hexadecimal numbers', () => {
    const cursor = at('0A ffFFffff g');
    expect([cursor.hex(), cursor.hex(), cursor.hex(-1)]).toEqual([10, 0xffffffff, -1]);
  });

  it('never leaves a line by reading words', () => {
    const cursor = at('a b\nc');
    cursor.skipWords(9);
    expect(cursor.word()).toBe('');
    cursor.nextLine();
    expect(cursor.word()).toBe('c');
  });

  it.each([3, 63, 64, 65, 500])('finds the end of a line of %i bytes', (length) => {
    const cursor = at(`${'x'.repeat(length)}\ny`);
    expect(cursor.lineEnd()).toBe(length);
    cursor.nextLine();
    expect(cursor.restOfLine()).toBe('y');
    cursor.nextLine();
    expect([cursor.more, cursor.peek()]).toEqual([false, -1]);
  });

  it('takes the first key that matches', () => {
    const keys = ['Active(file):', 'Active:'].map(bytesOf);
    const cursor = at('Active: 5');
    expect([cursor.match(keys), cursor.integer(), cursor.match(keys)]).toEqual([1, 5, -1]);
  });

  it('skips empty lines', () => {
    const lines: string[] = [];
    eachLine(bytesOf('\na \n\n b'), (cursor) => lines.push(cursor.restOfLine()));
    expect(lines).toEqual(['a', 'b']);
  });
});

describe('decode', () => {
  const codePoint = fc.oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }));
  const anyText = fc.array(codePoint, { maxLength: 200 }).map((codes) => String.fromCodePoint(...codes));

  it('decodes as UTF-8, with replacement and without losing a byte order mark', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decode(bytesOf(text))).toBe(text);
      }),
    );
    expect(decode(Uint8Array.of(0x61, 0xff, 0x62))).toBe('a\ufffdb');
  });

  it('compares ASCII without decoding', () => {
    const bytes = bytesOf('(näme) name');
    expect(isAscii(bytes, 8, 12, 'name')).toBe(true);
    expect(isAscii(bytes, 8, 12, 'nama')).toBe(false);
    expect(isAscii(bytes, 8, 12, 'nam')).toBe(false);
    expect(isAscii(bytes, 1, 6, 'näme')).toBe(false);
  });
});
