import { describe, expect, it } from 'vitest';
import type { Level } from './levels.ts';
import { foremostOf, inOrder } from './in-order.ts';

const row = (id: string, level: Level | null = null) => ({ id, level });
const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

describe('lists of the rail', () => {
  it('are in natural order', () => {
    expect(ids(inOrder(['eth10', 'eth2', 'Eth1', 'bond0'].map((id) => row(id))))).toEqual([
      'bond0',
      'Eth1',
      'eth2',
      'eth10',
    ]);
  });

  it('begin with what is wrong, the worst first; what deserves care keeps its place', () => {
    const rows = [
      row('a'),
      row('b', 'careful'),
      row('c', 'warning'),
      row('d', 'critical'),
      row('e', 'warning'),
    ];
    expect(ids(inOrder(rows))).toEqual(['d', 'c', 'e', 'a', 'b']);
  });

  it('keep groups together', () => {
    const rows = ['dm-0', 'sdb', 'sda', 'md1'].map((id) => row(id));
    expect(ids(inOrder(rows, ({ id }) => Number(!id.startsWith('sd'))))).toEqual([
      'sda',
      'sdb',
      'dm-0',
      'md1',
    ]);
  });

  it('stand behind the highest of the worst', () => {
    const rows = [
      { id: 'a', level: null, value: 99 },
      { id: 'b', level: 'careful' as const, value: 51 },
      { id: 'c', level: 'careful' as const, value: 55 },
      { id: 'd', level: 'careful' as const, value: null },
    ];
    const of = (some: typeof rows) => foremostOf(some, ({ value }) => value)?.id;
    expect([of(rows), of(rows.slice(0, 1)), of([])]).toEqual(['c', 'a', undefined]);
  });
});
