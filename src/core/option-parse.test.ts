import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { fallbackOf, numberOf, OptionError, parseOption, wordsOf } from './option-parse.ts';
import {
  aliasesOption,
  choiceOption,
  flagOption,
  integerOption,
  listOption,
  numberOption,
  type Option,
  type OptionValues,
  patternsOption,
  textOption,
} from './options.ts';

const flag = flagOption(false, '');
const integer = integerOption(3, '', [1, 10]);
const number = numberOption(undefined, '');
const choice = choiceOption(['auto', 'name'], 'auto', '');

describe('parseOption', () => {
  it.each<[string, Option, string, unknown]>([
    ['flag', flag, 'True', true],
    ['flag', flag, ' yes ', true],
    ['flag', flag, '1', true],
    ['flag', flag, 'ON', true],
    ['flag', flag, 'False', false],
    ['flag', flag, 'no', false],
    ['flag', flag, '0', false],
    ['flag', flag, 'off', false],
    ['integer', integer, '10', 10],
    ['integer', integer, '4.0', 4],
    ['number', number, ' 0.5 ', 0.5],
    ['number', number, '1e3', 1000],
    ['text', textOption('', ''), ' a, b ', ' a, b '],
    ['list', listOption([], ''), 'a, b b,,', ['a', 'b b']],
    ['list', listOption([], ''), '', []],
    ['choice', choice, ' Name ', 'name'],
    [
      'aliases',
      aliasesOption(''),
      'SDA:Disk one, a\\:b:c:d',
      new Map([
        ['sda', 'Disk one'],
        ['a:b', 'c:d'],
      ]),
    ],
  ])('reads %s %o %j', (_, option, text, expected) => {
    expect(parseOption(option, text)).toEqual(expected);
  });

  it.each<[Option, string, string]>([
    [flag, 'perhaps', 'expected True or False'],
    [integer, '2.5', 'expected a whole number'],
    [integer, '', 'expected a whole number'],
    [integer, '11', 'expected a whole number from 1 to 10'],
    [number, 'ten', 'expected a number'],
    [number, '-1', 'expected a number of at least 0'],
    [number, '1e999', 'expected a number'],
    [choice, 'other', 'expected one of auto, name'],
    [patternsOption([], ''), 'a.*,(', '"(" is not a regular expression'],
    [aliasesOption(''), 'sda', 'expected name:label pairs separated by commas, not "sda"'],
    [aliasesOption(''), ':label', 'expected name:label pairs separated by commas, not ":label"'],
  ])('refuses %o %j', (option, text, message) => {
    expect(() => parseOption(option, text)).toThrow(new OptionError(message));
  });

  it('matches patterns against whole names in any case', () => {
    const [pattern] = parseOption(patternsOption([], ''), 'loop.*|sr0') as RegExp[];
    const matches = ['loop1', 'LOOP', 'sr0', 'sr01', 'xloop'].map((name) => pattern?.test(name));
    expect(matches).toEqual([true, true, true, false, false]);
  });

  it('gives a value or an OptionError for any text', () => {
    const options = [flag, integer, number, choice, patternsOption([], ''), aliasesOption('')];
    fc.assert(
      fc.property(fc.constantFrom(...options), fc.string(), (option, text) => {
        try {
          parseOption(option, text);
        } catch (error) {
          expect(error).toBeInstanceOf(OptionError);
        }
      }),
    );
  });
});

describe('fallbackOf', () => {
  it.each<[string, Option, unknown]>([
    ['a flag', flagOption(true, ''), true],
    ['an integer', integer, 3],
    ['a number', number, undefined],
    ['a text', textOption(undefined, ''), undefined],
    ['a list', listOption(undefined, ''), []],
    ['a list', listOption(['a', 'b'], ''), ['a', 'b']],
    ['patterns', patternsOption(undefined, ''), []],
    ['patterns', patternsOption(['lo'], ''), [expect.objectContaining({ source: 'lo', flags: 'i' })]],
    ['aliases', aliasesOption(''), new Map()],
    ['a choice', choice, 'auto'],
  ])('of %s', (_, option, expected) => {
    expect(fallbackOf(option)).toEqual(expected);
  });
});

describe('option types', () => {
  it('follow the declaration', () => {
    const options = { flag, integer, number, choice, alias: aliasesOption(''), words: listOption([], '') };
    expectTypeOf<OptionValues<typeof options>>().toEqualTypeOf<{
      flag: boolean;
      integer: number;
      number: number | undefined;
      choice: 'auto' | 'name';
      alias: ReadonlyMap<string, string>;
      words: string[];
    }>();
  });
});

describe('numberOf', () => {
  it.each([
    ['70', 70],
    ['+.5', 0.5],
    ['-20', -20],
    ['5.', 5],
    ['', null],
    ['0x10', null],
    ['1,5', null],
    ['nan', null],
    ['1e400', null],
  ])('%j', (text, expected) => {
    expect(numberOf(text)).toBe(expected);
  });
});

describe('wordsOf', () => {
  it('trims words and drops empty ones', () => {
    expect(wordsOf(' a ,, b c,')).toEqual(['a', 'b c']);
  });
});
