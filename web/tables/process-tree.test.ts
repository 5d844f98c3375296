import { describe, expect, it } from 'vitest';
import type { Container, Process } from '../api/types.ts';
import { groupArrangement, isGroup, treeArrangement } from './process-tree.ts';

const process = (pid: number, rest: Partial<Process>): Process =>
  ({ pid, name: `p${pid}`, cpu_percent: pid, io_counters: [], ...rest }) as Process;
const same = (rows: readonly Process[]): Process[] => [...rows];

it('puts processes below their parents, with lines in front', () => {
  const { arrange, leadOf } = treeArrangement();
  const rows = [
    process(3, { ppid: 2 }),
    process(2, { ppid: 1 }),
    process(4, { ppid: 2 }),
    process(1, { ppid: 0 }),
  ];
  expect(arrange(rows, same).map((row) => leadOf(row) + row.name)).toEqual([
    'p1',
    '└─ p2',
    '  ├─ p3',
    '  └─ p4',
  ]);
});

describe('groups', () => {
  const rows = [
    process(1, { unit: 'init.scope', io_counters: [10, 0, 0, 0, 1], time_since_update: 2 }),
    process(5, { container: 'abc', unit: null }),
    process(6, { container: 'abc', unit: 'in-it.service' }),
    process(9, { ppid: 2 }),
    process(7, { ppid: 1, unit: null }),
  ];
  const containers = [{ id: 'abc', name: 'shop' }] as Container[];

  it('have the sums of their processes, by container first, then unit', () => {
    const { arrange } = groupArrangement(containers, { folded: new Set(), numbers: new Map() });
    const shown = arrange(rows, (some) =>
      [...some].sort((a, b) => (b.cpu_percent ?? 0) - (a.cpu_percent ?? 0)),
    );
    expect(shown.map(({ name, cpu_percent: cpu }) => [name, cpu])).toEqual([
      ['container shop', 11],
      ['p5', 5],
      ['p6', 6],
      ['kernel', 9],
      ['p9', 9],
      ['no unit', 7],
      ['p7', 7],
      ['init.scope', 1],
      ['p1', 1],
    ]);
    expect(shown.find(({ name }) => name === 'init.scope')?.io_counters).toEqual([5, 0, 0, 0, 1]);
  });

  it('are folded to one row, and keep their numbers', () => {
    const numbers = new Map<string, number>();
    const state = { folded: new Set(['container shop']), numbers };
    const shown = groupArrangement(containers, state).arrange(rows.slice(1, 3), same);
    expect(shown).toMatchObject([{ name: 'container shop', members: 2, pid: -1 }]);
    expect(shown.every(isGroup)).toBe(true);
    expect(groupArrangement(containers, state).arrange(rows, same).find(isGroup)?.pid).toBe(-2);
    expect(numbers.get('container shop')).toBe(-1);
  });
});
