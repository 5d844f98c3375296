import type { SortKey } from '../../../core/process-order.ts';
import type { ContainerItem } from './item.ts';

type Order = (a: ContainerItem, b: ContainerItem) => number;

/** Null counts lowest. */
const descending =
  (value: (item: ContainerItem) => number | null): Order =>
  (a, b) => {
    const [first, second] = [value(a) ?? Number.NEGATIVE_INFINITY, value(b) ?? Number.NEGATIVE_INFINITY];
    return first < second ? 1 : first > second ? -1 : 0;
  };

const byCpu = descending((item) => item.cpu_percent);
const byMemory = descending((item) => item.memory_usage);
const byName: Order = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Containers are sorted like processes if they have its key, otherwise by CPU. */
export function inOrder(items: ContainerItem[], key: SortKey): ContainerItem[] {
  if (key === 'name') return items.sort(byName);
  if (key === 'memory_percent') return items.sort((a, b) => byMemory(a, b) || byCpu(a, b));
  return items.sort((a, b) => byCpu(a, b) || byMemory(a, b));
}
