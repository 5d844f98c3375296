import type { Json } from '../../../core/served.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import { parseColumns } from '../../../core/columns.ts';
import { extractValue, safeText } from './extract.ts';

const column = (word: string) => {
  const [found] = parseColumns([word]);
  if (found === undefined) throw new Error(word);
  return found;
};
const disks = [
  { key: 'mnt_point', mnt_point: '/', percent: 40 },
  { key: 'mnt_point', mnt_point: '/home', percent: 90 },
];

describe('pick', () => {
  it('takes a value of an object, with its level', () => {
    expect(extractValue(column('cpu:total'), { total: 5 }, { total: { decoration: 'CAREFUL_LOG' } })).toEqual(
      {
        value: 5,
        decoration: 'CAREFUL_LOG',
      },
    );
  });

  it('takes a value of an item', () => {
    const views = { '/home': { percent: { decoration: 'CRITICAL' } } };
    expect(extractValue(column('fs:percent:/home'), disks, views)).toEqual({
      value: 90,
      decoration: 'CRITICAL',
    });
    expect(extractValue(column('fs:percent:/'), disks, undefined)).toEqual({
      value: 40,
      decoration: 'DEFAULT',
    });
  });

  it.each<[string, string, Json]>([
    ['a field that is lacking', 'cpu:total', {}],
    ['a field of the prototype', 'cpu:constructor', {}],
    ['an object in place of a value', 'cpu:total', { total: { a: 1 } }],
    ['a list in place of a value', 'cpu:total', { total: [1] }],
    ['a list in place of an object', 'cpu:total', [{ total: 1 }]],
    ['an item that is lacking', 'fs:percent:/var', disks],
    ['an object in place of a list', 'fs:percent:/', { percent: 1 }],
    ['an identity of another type', 'fs:percent:1', [{ key: 'a', a: { toString: 1 }, percent: 1 }]],
    ['null', 'cpu:total', null],
  ])('finds nothing in %s', (_, word, stats) => {
    expect(extractValue(column(word), stats, undefined)).toBeNull();
  });

  it('takes no level that is none', () => {
    for (const decoration of ['<b>', 'x'.repeat(100), 7, null, {}, 'ok'])
      expect(extractValue(column('cpu:total'), { total: 1 }, { total: { decoration } })?.decoration).toBe(
        'DEFAULT',
      );
  });

  it('gives single values of bounded length for anything at all', () => {
    const word = fc.constantFrom('cpu:total', 'cpu:key', 'fs:percent:/', 'fs:a:b');
    fc.assert(
      fc.property(word, fc.jsonValue({ maxDepth: 4 }), fc.jsonValue(), (name, stats, views) => {
        const answered = extractValue(column(name), stats, views);
        if (answered === null) return;
        expect(['string', 'number', 'boolean', 'object']).toContain(typeof answered.value);
        expect(String(answered.value).length).toBeLessThanOrEqual(256);
      }),
    );
  });
});

describe('plainText', () => {
  it('holds nothing that draws over what stands beside it', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(safeText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(safeText(text).length).toBeLessThanOrEqual(256);
      }),
    );
  });
});
