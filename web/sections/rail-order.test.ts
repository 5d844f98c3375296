import { expect, it } from 'vitest';
import { railOrder } from './rail-order.ts';

it('what is wrong rises, all else keeps its place', () => {
  const sections = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
  expect(railOrder(sections, ['d', 'cpu', 'b']).map(({ name }) => name)).toEqual(['d', 'b', 'a', 'c']);
  expect(railOrder(sections, [])).toEqual(sections);
});
