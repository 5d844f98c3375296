import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecoder, type Input } from './decode.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const inputs = (text: string): Input[] => createDecoder().take(bytes(text));
const keys = (text: string): string[] =>
  inputs(text).map((input) => (input.kind === 'key' ? input.key : input.kind));

describe('keys', () => {
  it.each([
    ['aA1/', ['a', 'A', '1', '/']],
    ['\r\t\u007F ', ['enter', 'tab', 'backspace', 'space']],
    ['\u0003\u001A', ['ctrl-c', 'ctrl-z']],
    ['\u001B[A\u001BOB\u001B[1;2C', ['up', 'down', 'shift-right']],
    ['\u001B[5~\u001B[6~\u001B[H\u001BOF', ['page-up', 'page-down', 'home', 'end']],
    ['\u001BOP\u001B[15~\u001B[[A\u001B[21~', ['f1', 'f5', 'f1', 'f10']],
    ['\u001B[Z', ['shift-tab']],
    ['é日🙂', ['é', '日', '🙂']],
    // Alt with a key, and sequences that mean nothing here.
    ['\u001Bx\u001B[?1;2c\u001B[999~q', ['q']],
    ['\u001B\u001B[A', ['escape', 'up']],
  ])('%j', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it('waits for the rest of a sequence, and takes an escape alone for the key', () => {
    const decoder = createDecoder();
    expect(decoder.take(bytes('\u001B['))).toEqual([]);
    expect(decoder.isWaiting).toBe(true);
    expect(decoder.take(bytes('A'))).toEqual([{ kind: 'key', key: 'up' }]);
    expect(decoder.take(bytes('\u001B'))).toEqual([]);
    expect(decoder.flush()).toEqual([{ kind: 'key', key: 'escape' }]);
    expect(decoder.isWaiting).toBe(false);
  });

  it('waits for the rest of a character', () => {
    const decoder = createDecoder();
    const [first, ...rest] = bytes('é');
    expect(decoder.take(Uint8Array.of(first as number))).toEqual([]);
    expect(decoder.take(Uint8Array.from(rest))).toEqual([{ kind: 'key', key: 'é' }]);
  });

  it('never takes a paste for keys', () => {
    expect(inputs('\u001B[200~kyq\r\u001B[201~j')).toEqual([
      { kind: 'paste', text: 'kyq\r' },
      { kind: 'key', key: 'j' },
    ]);
  });

  it('gives what came, in pieces of any size', () => {
    const text = 'a\u001B[A\u001B[<0;3;4M\u001B[200~paste\u001B[201~é\u001B[6~z';
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 60, maxLength: 60 }), (sizes) => {
        const decoder = createDecoder();
        const all = bytes(text);
        let at = 0;
        const got = sizes.flatMap((size) => decoder.take(all.subarray(at, (at += size))));
        expect(got).toEqual(inputs(text));
      }),
    );
  });

  it('takes any bytes', () => {
    fc.assert(fc.property(fc.uint8Array(), (some) => void createDecoder().take(some)));
  });
});

describe('the mouse', () => {
  it.each([
    ['\u001B[<0;3;4M', { kind: 'mouse', action: 'press', x: 2, y: 3 }],
    ['\u001B[<64;1;1M', { kind: 'mouse', action: 'wheel-up', x: 0, y: 0 }],
    ['\u001B[<65;300;200M', { kind: 'mouse', action: 'wheel-down', x: 299, y: 199 }],
  ])('%j', (text, expected) => {
    expect(inputs(text)).toEqual([expected]);
  });

  it('leaves releases and other buttons alone', () => {
    expect(inputs('\u001B[<0;3;4m\u001B[<2;3;4M')).toEqual([]);
  });
});
