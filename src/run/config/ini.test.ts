import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../core/errors.ts';
import { parseIni } from './ini.ts';

const encoder = new TextEncoder();
const parse = (text: string) => parseIni(encoder.encode(text), 'x.conf');

/** Section → key → value. */
const texts = (text: string) =>
  Object.fromEntries(
    [...parse(text)].map(([name, { entries }]) => [
      name,
      Object.fromEntries([...entries].map(([key, { value }]) => [key, value])),
    ]),
  );

describe('parseIni', () => {
  it.each([
    ['nothing', '', {}],
    ['comments only', '# a\n; b\n  # c\n\n', {}],
    ['an empty section', '[cpu]', { cpu: {} }],
    [
      'both separators, blanks trimmed',
      '[cpu]\na = 1 \nb: 2\nc=3\nd:4',
      { cpu: { a: '1', b: '2', c: '3', d: '4' } },
    ],
    ['the first separator counts', '[p]\na=b:c=d\ne:f=g', { p: { a: 'b:c=d', e: 'f=g' } }],
    ['an empty value', '[p]\na=\nb=2', { p: { a: '', b: '2' } }],
    ['keys in lower case, sections as they are', '[Cpu]\nUser_Careful=1', { Cpu: { user_careful: '1' } }],
    ['dotted sections and keys are not nested', '[a.b]\nc.d=1', { 'a.b': { 'c.d': '1' } }],
    ['no comments behind values', '[p]\na=1 # one ; two', { p: { a: '1 # one ; two' } }],
    ['percent signs are text', '[p]\na=%(b)s %%', { p: { a: '%(b)s %%' } }],
    ['a comment behind a header', '[p] # why\na=1', { p: { a: '1' } }],
    ['continued values', '[p]\na=1,\n  2,\n\t3\nb=4', { p: { a: '1,\n2,\n3', b: '4' } }],
    [
      'comments and empty lines within a value',
      '[p]\na=1\n  2\n# no\n\n  3\n\nb=4',
      { p: { a: '1\n2\n\n3', b: '4' } },
    ],
    ['a value that starts in the next line', '[p]\na=\n  1', { p: { a: '1' } }],
    ['continued lines may look like anything', '[p]\na=1\n  [b]\n  c=d', { p: { a: '1\n[b]\nc=d' } }],
    ['indented keys', '[p]\n  a=1\n  b=2\n    3', { p: { a: '1', b: '2\n3' } }],
    ['an indented header', '[p]\na=1\n\n[q]\n b=1', { p: { a: '1' }, q: { b: '1' } }],
    ['line ends of all kinds', '[p]\r\na=1\r\n  2\rb=3\n', { p: { a: '1\n2', b: '3' } }],
    ['a byte order mark', '\uFEFF[p]\na=1', { p: { a: '1' } }],
    ['other alphabets', '[p]\nä=▪', { p: { ä: '▪' } }],
    ['names of object members', '[__proto__]\nconstructor=1', { ['__proto__']: { constructor: '1' } }],
    [
      'defaults for all sections',
      '[q]\nb=2\n[DEFAULT]\na=1\nb=1\n[p]',
      { q: { a: '1', b: '2' }, p: { a: '1', b: '1' } },
    ],
  ])('%s', (_, text, expected) => {
    expect(texts(text)).toStrictEqual(expected);
  });

  it('knows the lines, and what is inherited', () => {
    const section = parse('[DEFAULT]\na=1\n\n[p]\nb=\n  2').get('p');
    expect(section?.line).toBe(4);
    expect(section?.entries.get('a')).toStrictEqual({ value: '1', line: 2, inherited: true });
    expect(section?.entries.get('b')).toStrictEqual({ value: '2', line: 5, inherited: false });
  });

  it.each([
    ['a=1', 'x.conf:1: expected a section header such as [cpu] before the key "a".'],
    ['[p]\nwhat', 'x.conf:2: expected key = value.'],
    ['[p]\n=1', 'x.conf:2: expected a key before the separator.'],
    ['[p\na=1', 'x.conf:1: expected a section header such as [cpu].'],
    ['[]', 'x.conf:1: expected a section header such as [cpu].'],
    ['[p] a=1', 'x.conf:1: expected a section header such as [cpu].'],
    ['[p]\na=1\nA=2', 'x.conf:3: key "a" stands here a second time; the first is in line 2.'],
    ['[p]\n[q]\n[p]', 'x.conf:3: section [p] stands here a second time; the first is in line 1.'],
  ])('refuses %j', (text, message) => {
    expect(() => parse(text)).toThrow(new ConfigError([message]));
  });

  it('names the line that is not UTF-8', () => {
    const bytes = new Uint8Array([...encoder.encode('[p]\na=ü\nb='), 0xfc, 0x0a]);
    expect(() => parseIni(bytes, 'x.conf')).toThrow(new ConfigError(['x.conf:3: expected UTF-8 text.']));
  });

  it('makes a value or a ConfigError of any bytes', () => {
    const outcome = (bytes: Uint8Array) => {
      try {
        return parseIni(bytes, 'x.conf') instanceof Map;
      } catch (error) {
        return error instanceof ConfigError;
      }
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), outcome));
    const pieces = fc.constantFrom(
      '[',
      ']',
      'a',
      'b',
      '=',
      ':',
      ' ',
      '\t',
      '\n',
      '\r',
      '#',
      ';',
      'DEFAULT',
      '\uFEFF',
      'é',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => outcome(encoder.encode(parts.join('')))),
    );
  });

  it('reads what it would write', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9_/.-]{0,12}$/);
    const value = fc.stringMatching(/^([!-~]( ?[!-~]){0,20})?$/);
    fc.assert(
      fc.property(fc.dictionary(word, fc.dictionary(word, value)), (sections) => {
        const text = Object.entries(sections)
          .map(
            ([name, entries]) =>
              `[${name}]\n${Object.entries(entries)
                .map(([key, v]) => `${key} = ${v}\n`)
                .join('')}`,
          )
          .join('');
        expect(texts(text)).toEqual({ ...sections });
      }),
    );
  });
});
