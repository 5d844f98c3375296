import { expect, it } from 'vitest';
import { closed, flag, integer, isOf, listOf, mapOf, orNull, problemIn, text, type TypeOf } from './shape.ts';

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
