import { describe, expect, it } from 'vitest';
import type { ContainerItem } from './item.ts';
import { inOrder } from './containers.ts';

const item = (name: string, cpu: number | null, memory: number | null) =>
  ({ name, cpu_percent: cpu, memory_usage: memory }) as ContainerItem;

const items = () => [item('c', null, null), item('b', 1, 5), item('a', 1, 9), item('d', 7, 1)];
const names = (key: Parameters<typeof inOrder>[1]) => inOrder(items(), key).map(({ name }) => name);

describe('inOrder', () => {
  it.each([
    ['cpu_percent', 'dabc'],
    ['io_counters', 'dabc'],
    ['memory_percent', 'abdc'],
    ['name', 'abcd'],
  ] as const)('by %s', (key, expected) => {
    expect(names(key).join('')).toBe(expected);
  });
});
