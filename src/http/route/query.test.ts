import { describe, expect, it } from 'vitest';
import {
  documentQuery,
  durationQuery,
  flagQuery,
  integerQuery,
  listQuery,
  numberQuery,
  type QueryParameter,
  readQuery,
  readDeclared,
  textQuery,
  timeQuery,
} from './query.ts';

const NOW = Date.UTC(2026, 10, 25);
const COUNT = integerQuery('Rows.', { minimum: 1, maximum: 9, fallback: '5' });
const COLOURS = listQuery('Colours.', { isCommaSeparated: true, choices: ['Red', 'Blue'], most: 1 });
const NEEDED = listQuery('Servers.', { required: true, example: ['db1'] });

const read = (parameter: QueryParameter<unknown>, value?: unknown): unknown =>
  readQuery({ it: parameter }, value === undefined ? {} : { it: value }, NOW).it;

describe('a parameter', () => {
  it.each<[string, QueryParameter<unknown>, unknown, unknown]>([
    ['a number', COUNT, '9', 9],
    ['a fraction', numberQuery('Threshold.'), '7.5', 7.5],
    ['a default', COUNT, undefined, 5],
    ['the first of several', COUNT, ['1', '2'], 1],
    ['no default', integerQuery('Rows.', { minimum: 0 }), undefined, null],
    ['a flag', flagQuery('Views.'), 'true', true],
    ['an age', timeQuery('Begin.', 'now'), '1d', NOW - 86_400_000],
    ['a duration', durationQuery('Step.', { example: '5m' }), '5m', 300_000],
    ['choices in any case', COLOURS, 'red,RED', ['Red']],
    ['an empty list', COLOURS, undefined, []],
  ])('reads %s', (_, parameter, value, wanted) => {
    expect(read(parameter, value)).toEqual(wanted);
  });

  it.each<[QueryParameter<unknown>, string | undefined, string]>([
    [COUNT, '10', 'it must be a whole number from 1 to 9, not "10"'],
    [COUNT, '1e0', 'it must be a whole number from 1 to 9, not "1e0"'],
    [COUNT, 'x'.repeat(50), `it must be a whole number from 1 to 9, not "${'x'.repeat(40)}…"`],
    [numberQuery('Threshold.'), 'x', 'it must be a number, not "x"'],
    [flagQuery('Views.'), '1', 'it must be true or false, not "1"'],
    [COLOURS, 'green', 'it must be Red or Blue, not "green"'],
    [COLOURS, 'red,blue', 'it must have at most 1 values, not 2'],
    [NEEDED, undefined, 'it is missing: give at least one, such as db1'],
    [textQuery('Words.', { maxLength: 2 }), 'abc', 'it must have at most 2 characters'],
    [timeQuery('Begin.', 'now'), '2300-01-01', 'it must be from 1970 to 2200, not "2300-01-01"'],
  ])('refuses %#', (parameter, value, detail) => {
    expect(() => read(parameter, value)).toThrow(detail);
  });
});

it('documents what it reads', () => {
  expect(documentQuery({ n: COUNT, of: NEEDED })).toEqual([
    {
      name: 'n',
      in: 'query',
      description: 'Rows.',
      schema: { type: 'integer', minimum: 1, maximum: 9, default: 5 },
    },
    {
      name: 'of',
      in: 'query',
      description: 'Servers.',
      schema: { type: 'array', items: { type: 'string' } },
      style: 'form',
      explode: true,
      required: true,
      example: ['db1'],
    },
  ]);
});

it('refuses names that are not declared', () => {
  expect(() => readQuery({ n: COUNT }, { m: '1' }, NOW)).toThrow('there is no parameter "m": it is one of n');
  expect(readDeclared({ n: COUNT }, { m: '1' }, NOW)).toEqual({ n: 5 });
});
