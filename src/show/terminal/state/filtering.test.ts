import { expect, it } from 'vitest';
import { createFiltering } from './filtering.ts';

const rows = [{ name: 'sleep' }, { name: 'x'.repeat(60) }];

it('finds rows by words and expressions', () => {
  const { apply } = createFiltering(10_000);
  expect(apply(rows, 'slee')).toMatchObject({ rows: [rows[0]], problem: null });
  expect(apply(rows, '/^x+$/')).toMatchObject({ rows: [rows[1]], problem: null });
  expect(apply(rows, '/(/')).toMatchObject({ rows: [], problem: 'not a regular expression' });
});

it('gives up an expression that takes too long, and does not try it again at every drawing', () => {
  const { apply } = createFiltering(20);
  const slow = '/(x+x+)+y/';
  expect(apply(rows, slow)).toMatchObject({ rows: [], problem: 'takes too long' });
  expect(apply([], slow).problem).toBe('takes too long');
  expect(apply(rows, 'sleep')).toMatchObject({ rows: [rows[0]], problem: null });
});
