import type { SortKey } from '../../../core/process-order.ts';
import type { Vm } from './fields.ts';

interface Ranked {
  vm: Vm;
  cpu: number;
  memory: number;
}

const byCpu = (a: Ranked, b: Ranked): number => b.cpu - a.cpu;
const byMemory = (a: Ranked, b: Ranked): number => b.memory - a.memory;
const byName = (a: Ranked, b: Ranked): number => (a.vm.name < b.vm.name ? -1 : a.vm.name > b.vm.name ? 1 : 0);

/** Sorted like containers: by the key of processes if machines have it, otherwise by CPU. */
function orderOf(key: SortKey): (a: Ranked, b: Ranked) => number {
  if (key === 'name') return byName;
  if (key === 'memory_percent') return (a, b) => byMemory(a, b) || byCpu(a, b);
  return (a, b) => byCpu(a, b) || byMemory(a, b);
}

/** Returns a function that sorts virtual machines. CPU is the time since the previous call; unknown values come last. */
export function createOrder(): (vms: readonly Vm[], key: SortKey) => Vm[] {
  let before = new Map<string, number>();
  return (vms, key) => {
    const used = ({ name, cpu_time: time }: Vm): number =>
      time === null ? -1 : Math.max(0, time - (before.get(name) ?? time));
    const ranked = vms.map((vm) => ({ vm, cpu: used(vm), memory: vm.memory_usage ?? -1 }));
    before = new Map(vms.flatMap(({ name, cpu_time }) => (cpu_time === null ? [] : [[name, cpu_time]])));
    return ranked.toSorted(orderOf(key)).map(({ vm }) => vm);
  };
}
