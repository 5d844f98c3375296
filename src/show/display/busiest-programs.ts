/** The busiest programs, from the process list. Pure. */
import { byName } from './in-order.ts';

interface Running {
  readonly name: string;
  readonly cpu_percent?: number | null;
  readonly memory_percent?: number | null;
}

interface BusyProgram {
  readonly name: string;
  readonly count: number;
  /** Percent of one core. */
  readonly cpu: number;
  /** Percent of total memory. */
  readonly memory: number;
}

/** Processes grouped by name, at most `most`; ordered by `first`, then by the other value and by name. */
export function busiestPrograms(
  processes: readonly Running[],
  first: 'cpu' | 'memory',
  most: number,
): BusyProgram[] {
  const sums = new Map<string, { count: number; cpu: number; memory: number }>();
  for (const { name, cpu_percent: cpu, memory_percent: memory } of processes) {
    const sum = sums.get(name) ?? { count: 0, cpu: 0, memory: 0 };
    sum.count += 1;
    sum.cpu += cpu ?? 0;
    sum.memory += memory ?? 0;
    sums.set(name, sum);
  }
  const second = first === 'cpu' ? 'memory' : 'cpu';
  return [...sums]
    .map(([name, sum]) => ({ name, ...sum }))
    .sort((a, b) => b[first] - a[first] || b[second] - a[second] || byName(a.name, b.name))
    .slice(0, most);
}
