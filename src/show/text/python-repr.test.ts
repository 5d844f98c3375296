import type { Json } from '../../core/served.ts';
import { describe, expect, it } from 'vitest';
import { pythonRepr, pythonText } from './python-repr.ts';

describe('pythonRepr', () => {
  it.each<[Json | undefined, string]>([
    [null, 'None'],
    [undefined, 'None'],
    [true, 'True'],
    [false, 'False'],
    [0, '0'],
    [-3, '-3'],
    [2 ** 60, '1152921504606846976'],
    [1e21, '1000000000000000000000'],
    [0.5, '0.5'],
    [-0.25, '-0.25'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [1.25e-100, '1.25e-100'],
    [Number.NaN, 'nan'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [Number.NEGATIVE_INFINITY, '-inf'],
    ['', "''"],
    ['plain', "'plain'"],
    ["it's", '"it\'s"'],
    ['say "hi"', '\'say "hi"\''],
    [`it's "x"`, String.raw`'it\'s "x"'`],
    ['a\\b', String.raw`'a\\b'`],
    ['a\nb\tc\rd', String.raw`'a\nb\tc\rd'`],
    ['\u001b[31m\u0000', String.raw`'\x1b[31m\x00'`],
    ['é 中 😀', "'é 中 😀'"],
    ['\u00a0\u2028\ue000', String.raw`'\xa0\u2028\ue000'`],
    ['\u{e0001}', String.raw`'\U000e0001'`],
    ['\ud800', String.raw`'\ud800'`],
    [[], '[]'],
    [[1, 'a', null], "[1, 'a', None]"],
    [{}, '{}'],
    [{ min1: 1.04, cpucore: 2, list: [{ a: true }] }, "{'min1': 1.04, 'cpucore': 2, 'list': [{'a': True}]}"],
  ])('%j is %s', (value, expected) => {
    expect(pythonRepr(value)).toBe(expected);
  });

  it('writes floats that happen to be whole as floats', () => {
    const isFloat = (key: string) => key === 'user';
    expect(pythonRepr({ user: 70, count: 70, nested: { user: [0, -0, 1e16, 1.5] } }, isFloat)).toBe(
      "{'user': 70.0, 'count': 70, 'nested': {'user': [0.0, -0.0, 1e+16, 1.5]}}",
    );
  });
});

describe('pythonText', () => {
  it.each<[Json | undefined, string]>([
    ['eth0', 'eth0'],
    ["it's", "it's"],
    [String.raw`a\b`, String.raw`a\b`],
    ['a\nb\u0007', String.raw`a\nb\x07`],
    [12, '12'],
    [['a'], "['a']"],
    [null, 'None'],
  ])('%j is %s', (value, expected) => {
    expect(pythonText(value)).toBe(expected);
  });
});
