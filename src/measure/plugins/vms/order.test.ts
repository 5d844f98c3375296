import { expect, it } from 'vitest';
import { createOrder } from './vms.ts';
import type { Vm } from './fields.ts';

const vm = (name: string, cpu_time: number | null, memory_usage: number | null): Vm => ({
  name,
  id: '1',
  status: 'running',
  release: null,
  cpu_count: 1,
  cpu_time,
  memory_usage,
  memory_total: null,
  load_1min: null,
  load_5min: null,
  load_15min: null,
  ipv4: null,
  engine: 'virsh',
  engine_version: null,
});

it.each([
  ['cpu_percent', 'dabc'],
  ['username', 'dabc'],
  ['memory_percent', 'badc'],
  ['name', 'abcd'],
] as const)('by %s: %s', (key, names) => {
  const inOrder = createOrder();
  inOrder([vm('a', 100, 2), vm('d', 5, 1)], key);
  const vms = [vm('c', null, null), vm('b', null, 3), vm('a', 110, 2), vm('d', 50, 1)];
  expect(
    inOrder(vms, key)
      .map(({ name }) => name)
      .join(''),
  ).toBe(names);
});

it('ranks a counter that was reset as idle', () => {
  const inOrder = createOrder();
  inOrder([vm('a', 1000, 2), vm('b', 10, 1)], 'cpu_percent');
  expect(inOrder([vm('a', 5, 2), vm('b', 11, 1)], 'cpu_percent').map(({ name }) => name)).toEqual(['b', 'a']);
});
