import { describe, expect, it } from 'vitest';
import { patternsOption } from './options.ts';
import { parseOption } from './option-parse.ts';
import { partPattern, wholePattern } from './pattern.ts';

describe('wholePattern', () => {
  it.each([
    ['lo', 'lo', true],
    ['lo', 'loop0', false],
    ['docker.*', 'DOCKER0', true],
    ['.*/snap.*', '/var/snap/x', true],
    ['.*/snap.*', '/var/sna', false],
    ['a|ab', 'ab', true],
    ['(?:veth|br-)[0-9a-f]{4,}', 'veth12ab', true],
    ['eth[01]', 'eth2', false],
    [String.raw`en\d+s\d+`, 'enp0s3', false],
    [String.raw`en\w+`, 'enp0s3', true],
    ['(?<n>a)b', 'ab', true],
    ['', '', true],
    ['', 'a', false],
    [String.raw`a\.b`, 'a.b', true],
    [String.raw`a\.b`, 'axb', false],
    ['ab$', 'ab\n', false],
  ])('%s and %j: %s', (source, text, expected) => {
    expect(wholePattern(source, 'i').test(text)).toBe(expected);
  });

  it('knows case and line feeds by its flags', () => {
    expect(wholePattern('A[b]').test('ab')).toBe(false);
    expect([wholePattern('a.b[c]').test('a\nbc'), wholePattern('a.b[c]', 's').test('a\nbc')]).toEqual([
      false,
      true,
    ]);
  });

  it.each([
    ['(a)(', '"(a)(" is not a regular expression'],
    ['a)(b', '"a)(b" is not a regular expression'],
    ['*', '"*" is not a regular expression'],
    [String.raw`(a)\1`, 'looks ahead or behind or refers back'],
    ['(?=a)a', 'looks ahead or behind or refers back'],
    ['(?<!x)a', 'looks ahead or behind or refers back'],
    ['(?:.?){4000}!', 'is too large: make it shorter, or repeat less'],
    ['(?:x{1000}){1000}', 'is too large'],
    ['(?:(?:(?:ab|bc)|cd){20}){20}', 'is too large'],
    ['x{400}y{400}', 'is too large'],
    [`${'a'.repeat(500)}[b]`, 'is too large'],
  ])('refuses %s', (source, words) => {
    expect(() => wholePattern(source)).toThrow(words);
    expect(() => parseOption(patternsOption(undefined, 'x'), source)).toThrow(words);
  });
});

describe('partPattern', () => {
  it('is searched for', () => {
    expect(partPattern(String.raw`\/usr\/sbin\/nginx`).test('x /usr/sbin/nginx -g')).toBe(true);
    expect(partPattern('^22[0-9] ').test('220 x')).toBe(true);
    expect(partPattern('^22[0-9] ').test(' 220 x')).toBe(false);
    expect(partPattern('^b.$', 'ms').test('a\nb\n')).toBe(true);
  });
});

it('takes no exponential time', () => {
  // V8 needs longer than the universe for each of these.
  for (const source of ['(a+)+b', '(a|a)*b', '(?:a?){25}a{25}', '(.*a){12}', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    for (const pattern of [wholePattern(source), partPattern(source)])
      expect(typeof pattern.test('a'.repeat(100))).toBe('boolean');
});
