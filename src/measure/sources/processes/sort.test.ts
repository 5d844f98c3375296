import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SORT_KEYS, type SortKey } from '../../../core/process-order.ts';
import { orderOf, type Sortable } from './sort.ts';

type Item = Sortable & { pid: number };

const item = (pid: number, values: Partial<Item> = {}): Item => ({
  pid,
  name: 'x',
  io_counters: [0, 0, 0, 0, 0],
  cpu_percent: 0,
  memory_percent: 0,
  ...values,
});
const times = (user: number, system: number) => ({
  cpu_times: { user, system, children_user: 99, children_system: 99, iowait: 99 },
});
const pids = (items: readonly Item[]): number[] => items.map(({ pid }) => pid);

const sorted = <T extends Sortable>(items: readonly T[], key: SortKey): T[] =>
  items.toSorted(orderOf(items, key));

describe('orders', () => {
  it.each([
    [
      'cpu_percent',
      [
        item(1, { cpu_percent: 1 }),
        item(2, { cpu_percent: null, memory_percent: 90 }),
        item(3, { cpu_percent: 5, memory_percent: 1 }),
        item(4, { cpu_percent: 5, memory_percent: 2 }),
        item(5, { cpu_percent: 5, memory_percent: 2 }),
        item(6, { cpu_percent: 5, memory_percent: null }),
      ],
      [4, 5, 3, 6, 1, 2],
    ],
    [
      'memory_percent',
      [item(1, { memory_percent: 1 }), item(2, { memory_percent: null }), item(3, { memory_percent: 2 })],
      [3, 1, 2],
    ],
    ['cpu_times', [item(1, times(1, 1)), item(2, times(0, 3)), item(3, times(2, 0))], [2, 1, 3]],
    [
      'io_counters',
      [
        item(1, { io_counters: [1000, 1000, 0, 0, 0] }),
        item(2, { io_counters: [50, 20, 40, 10, 1] }),
        item(3, { io_counters: [50, 60, 50, 10, 1] }),
        item(4, { io_counters: [9, 9, 0, 0, 0, 100, 100, 50, 99, 1] }),
      ],
      [4, 3, 2, 1],
    ],
    [
      'name',
      [
        item(1, { name: 'b' }),
        item(2, { name: 'a', memory_percent: 2 }),
        item(3, { name: 'a', memory_percent: 1 }),
        item(4, { name: 'B' }),
      ],
      [4, 3, 2, 1],
    ],
    [
      'username',
      [item(1, { username: 'root' }), item(2, { username: null }), item(3, { username: 'alice' })],
      [2, 3, 1],
    ],
    ['cpu_num', [item(1, { cpu_num: 10 }), item(2, { cpu_num: 9 }), item(3, { cpu_num: 0 })], [3, 2, 1]],
  ] as const)('%s', (key, items, expected) => {
    expect(pids(sorted(items, key))).toEqual(expected);
  });

  it.each([
    ['cpu_times', [2, 1]],
    ['username', [1, 2]],
    ['cpu_num', [1, 2]],
  ] as const)('%s, when it is not collected, gives way to CPU or name', (key, expected) => {
    const items = [item(1, { name: 'a', cpu_percent: 1 }), item(2, { name: 'b', cpu_percent: 2 })];
    expect(pids(sorted(items, key))).toEqual(expected);
  });

  it('keep all items, those that are equal by pid', () => {
    const some = fc.option(fc.constantFrom(0, 0.5, 3));
    const items = fc.array(
      fc.record({ cpu_percent: some, memory_percent: some, cpu_num: fc.constantFrom(0, 1) }),
    );
    fc.assert(
      fc.property(items, fc.constantFrom(...SORT_KEYS), (values, key) => {
        const before = values.map((value, pid) => item(pid, value));
        const after = sorted(before, key);
        expect(after.toSorted((a, b) => a.pid - b.pid)).toEqual(before);
        const alike = (a: Item, b: Item) =>
          a.cpu_percent === b.cpu_percent && a.memory_percent === b.memory_percent && a.cpu_num === b.cpu_num;
        for (const [at, one] of after.entries()) {
          for (const other of after.slice(at + 1))
            if (alike(one, other)) expect(one.pid).toBeLessThan(other.pid);
        }
      }),
    );
  });
});
