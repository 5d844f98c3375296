import { expect, it } from 'vitest';
import { adopt } from './adopt.ts';
import type { Schema } from './schema.ts';
import { isOf, problemIn, withoutWrong } from './shape-check.ts';
import {
  closed,
  either,
  lossyListOf,
  extended,
  flag,
  integer,
  listOf,
  loose,
  mapOf,
  moment,
  number,
  oneOf,
  orNull,
  text,
  tuple,
  type TypeOf,
  where,
} from './shape.ts';

const SHAPE = closed(
  'A board.',
  {
    name: text('Name.', { minLength: 1, maxLength: 5 }),
    tags: listOf(text('Tag.'), { maxItems: 2 }),
    size: orNull(integer()),
    on: flag('It is shown.'),
  },
  ['on'],
);
const GOOD: TypeOf<typeof SHAPE> = { name: 'web', tags: ['a'], size: null };

it.each<[unknown, string | null]>([
  [GOOD, null],
  [{ ...GOOD, size: 3, on: true, later: 1 }, null],
  [{ ...GOOD, name: '' }, 'name must be a text of 1 to 5 characters'],
  [{ ...GOOD, name: undefined }, 'name must be a text of 1 to 5 characters'],
  [{ ...GOOD, tags: ['a', 1] }, 'tags[1] must be a text'],
  [{ ...GOOD, tags: ['a', 'b', 'c'] }, 'tags must be a list of at most 2 items'],
  [{ ...GOOD, size: 1.5 }, 'size must be a whole number, or null'],
  [{ ...GOOD, on: 1 }, 'on must be true or false'],
  [null, 'The value must be an object'],
  [[], 'The value must be an object'],
])('%j: %s', (value, problem) => {
  expect([problemIn(SHAPE, value, ''), isOf(SHAPE, value)]).toEqual([problem, problem === null]);
});

it('names members of members', () => {
  expect(problemIn(closed('', { in: SHAPE }), { in: { ...GOOD, tags: 7 } }, '')).toBe(
    'in.tags must be a list of at most 2 items',
  );
});

it('checks values under names that only the host knows', () => {
  const shape = mapOf('Sizes.', integer());
  expect([isOf(shape, { a: 1 }), problemIn(shape, { a: 'x' }, 'sizes')]).toEqual([
    true,
    'sizes.a must be a whole number',
  ]);
});

it.each<[shape: Schema, value: unknown, problem: string | null]>([
  [oneOf(['rest', 'rpc']), 'rest', null],
  [orNull(oneOf(['rest', 'rpc'])), 'x', 'It must be rest or rpc, or null'],
  [either(text(), flag()), 1, 'It must be a text, or true or false'],
  [either(text(), listOf(text())), [1], '[0] must be a text'],
  [orNull(closed('', { at: integer() })), null, null],
  [orNull(closed('', { at: integer() })), { at: 'x' }, 'at must be a whole number'],
  [integer('', { minimum: 1, maximum: 7 }), 8, 'It must be a whole number from 1 to 7'],
  [moment(), 1_795_824_000_000, null],
  [orNull(moment()), -1, 'It must be a time in milliseconds since 1970, or null'],
  [tuple<readonly [string, number?]>([text(), number()], 1), ['a'], null],
  [tuple<readonly [string, number?]>([text(), number()], 1), ['a', 'b'], '[1] must be a number'],
  [where(text(), 'an even text', (one) => one.length % 2 === 0), 'odd', 'It must be an even text'],
  [number(), 1e300, 'It must be a number'],
  [extended(closed('', { a: text() }), { b: flag() }), { a: 'x' }, 'b must be true or false'],
])('%j of %j: %s', (shape, value, problem) => {
  expect(problemIn(shape, value, '', 'It')).toBe(problem);
});

it('leaves wrong entries out, wherever the list is', () => {
  const problems: string[] = [];
  const shape = closed('', { users: closed('', { names: lossyListOf(text()) }) });
  const value = { users: { names: ['a', 1, 'b'] }, later: 1 };
  expect(withoutWrong(shape, value, (problem) => problems.push(problem))).toEqual({
    users: { names: ['a', 'b'] },
    later: 1,
  });
  expect(problems).toEqual(['users.names[1] must be a text']);
});

const REPLY = loose(
  {
    id: integer('', { minimum: 1 }),
    name: text('', { maxLength: 3 }),
    level: oneOf(['low', 'high']),
    tags: listOf(text(), { maxItems: 2 }),
    sizes: mapOf('', number()),
    pair: tuple<readonly [string, number?]>([text(), number()], 1),
    inner: orNull(closed('', { at: number(), on: flag(), of: listOf(text()), by: orNull(text()) })),
  },
  ['id'],
);

it.each<[value: unknown, adopted: unknown]>([
  [{ id: 1 }, { id: 1 }],
  [{ id: 1, later: 2 }, { id: 1 }],
  [{ id: 0 }, null],
  [{ name: 'a' }, null],
  [Object.create({ id: 1 }), null],
  [[], null],
  ['text', null],
  [null, null],
  [
    { id: 1, name: 'long', level: 'none', tags: ['a', 1, 'b', 'c'], sizes: { a: 1, b: 'x' } },
    { id: 1, name: 'lon', tags: ['a'], sizes: { a: 1 } },
  ],
  [
    { id: 1, name: {}, level: 'low', tags: {}, sizes: [] },
    { id: 1, level: 'low' },
  ],
  [
    { id: 1, pair: ['a', 'b'], inner: null },
    { id: 1, pair: ['a'], inner: null },
  ],
  [{ id: 1, pair: [2, 2], inner: { at: 'x' } }, { id: 1 }],
  [
    { id: 1, inner: { at: 1, on: 'x', by: 2 } },
    { id: 1, inner: { at: 1, on: false, of: [], by: null } },
  ],
])('adopts %j as %j', (value, adopted) => {
  expect(adopt(REPLY)(value)).toEqual(adopted);
});

it('cleans texts that are no choices, and names of entries', () => {
  const shape = loose({ name: text(), level: oneOf(['low']), map: mapOf('', text()) });
  const clean = (one: string): string => one.toUpperCase();
  expect(adopt(shape, clean)({ name: 'a', level: 'low', map: { a: 'b' } })).toEqual({
    name: 'A',
    level: 'low',
    map: { A: 'B' },
  });
});
