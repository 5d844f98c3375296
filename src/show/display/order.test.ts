import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareValues,
  type Direction,
  firstOrdered,
  ordered,
  type SortRule,
  type SortValue,
} from './order.ts';

interface Item {
  id: number;
  value: SortValue;
  more?: number;
}

const rule: SortRule<Item> = { value: ({ value }) => value, first: 'desc', tie: ({ more }) => more };
const ids = (items: readonly Item[], direction: Direction): number[] =>
  ordered(items, rule, direction, ({ id }) => id).map(({ id }) => id);
const list = (...values: SortValue[]): Item[] => values.map((value, index) => ({ id: index + 1, value }));

describe('order', () => {
  it.each<[SortValue[], number[], number[]]>([
    [
      [2, 10, 1],
      [3, 1, 2],
      [2, 1, 3],
    ],
    [
      [null, 2, undefined, 1, Number.NaN],
      [4, 2, 1, 3, 5],
      [2, 4, 1, 3, 5],
    ],
    [
      ['eth10', 'eth2', 'Eth1'],
      [3, 2, 1],
      [1, 2, 3],
    ],
    [
      ['a', 1, '', -1],
      [4, 2, 3, 1],
      [1, 3, 2, 4],
    ],
    [
      [Infinity, -Infinity, 0, -0, Infinity],
      [2, 3, 4, 1, 5],
      [1, 5, 3, 4, 2],
    ],
  ])('of %j', (values, up, down) => {
    expect(ids(list(...values), 'asc')).toEqual(up);
    expect(ids(list(...values), 'desc')).toEqual(down);
  });

  it('breaks ties by the second value, highest first, then by identity', () => {
    const items: Item[] = [
      { id: 1, value: 0, more: 1 },
      { id: 3, value: 0, more: 2 },
      { id: 2, value: 0, more: 2 },
    ];
    expect(ids(items, 'desc')).toEqual([2, 3, 1]);
    expect(ids(items, 'asc')).toEqual([2, 3, 1]);
  });

  it('does not depend on the order things come in, and loses none', () => {
    const value = fc.oneof(fc.constantFrom(null, 0, 1, 'a', 'b', '10', '9'), fc.double());
    const items = fc.uniqueArray(fc.record({ id: fc.nat(), value }), { selector: ({ id }) => id });
    fc.assert(
      fc.property(items, fc.constantFrom<Direction>('asc', 'desc'), (some, direction) => {
        const order = ids(some, direction);
        expect(ids(some.toReversed(), direction)).toEqual(order);
        expect(order.toSorted()).toEqual(some.map(({ id }) => id).toSorted());
      }),
    );
  });

  it('puts what is unknown last in both directions', () => {
    expect(compareValues(null, 1, 'asc')).toBe(1);
    expect(compareValues(null, 1, 'desc')).toBe(1);
    expect(compareValues(1, null, 'desc')).toBe(-1);
    expect(compareValues(null, undefined, 'desc')).toBe(0);
  });
});

it('finds the first of an order without ordering the rest', () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(null), fc.constantFrom('a', 'b'));
  fc.assert(
    fc.property(
      fc.array(fc.record({ value, more: fc.integer({ min: 0, max: 2 }) }), { maxLength: 60 }),
      fc.nat(70),
      fc.constantFrom<Direction>('asc', 'desc'),
      (values, count, direction) => {
        const items = values.map((one, id) => ({ ...one, id }));
        const identity = ({ id }: Item): number => id;
        expect(firstOrdered(items, rule, direction, { identity, count })).toEqual(
          ordered(items, rule, direction, identity).slice(0, count),
        );
      },
    ),
  );
});
