/** Amounts of each resource that programs used between two scans of the process list. */
import { isService, type Resource, WRITERS } from '../../core/culprits.ts';
import type { SavedEvent } from '../../core/event.ts';
import { NO_OWNER } from '../../measure/sources/processes/cgroup-owner.ts';
import type { ProcessWatch, WatchedScan } from './process-watch.ts';
import { networkUse } from './network-use.ts';
import { addAmount, type Amounts, ENDED } from './spending.ts';

/** Null: not known. @param about the event, where not all of the machine is meant */
type UsedOf = (
  resource: Resource,
  about?: Pick<SavedEvent, 'plugin' | 'identity' | 'stat'>,
) => Amounts | null;

/** @param seconds since the scan before; 0: there was none */
export function usedBy(scan: WatchedScan, processes: ProcessWatch, seconds: number, swaps: Swaps): UsedOf {
  const { entries, cpu, ended, majorFaults } = scan;
  const programOf = (pid: number, name: string): string => {
    const { unit, container } = processes.ownerOf(pid) ?? NO_OWNER;
    const where = container === null ? '' : processes.containerName(container);
    if (container !== null || isService(unit)) return `${name}\0${unit ?? ''}\0${where}\0`;
    const user = processes.userOf(pid);
    return `${name}\0\0\0${user === 'root' ? '' : (user ?? '')}`;
  };
  const sums = (amountOf: (entry: WatchedScan['entries'][number]) => number): Amounts => {
    const found = new Map<string, number>();
    for (const entry of entries) {
      const amount = amountOf(entry);
      // Few of thousands of processes have used anything, so their names come last.
      if (amount > 0) addAmount(found, programOf(entry.pid, entry.name), amount);
    }
    return found;
  };
  /** @param at index of the counter among those of the process */
  const bytes = (at: 0 | 1): Amounts =>
    sums(({ name, io_counters: counters, time_since_update: interval }) => {
      const moved = (counters[at] ?? 0) - (counters[at + 2] ?? 0);
      if (counters[4] !== 1 || interval <= 0 || moved <= 0 || WRITERS.test(name)) return 0;
      return (moved / interval) * (seconds || interval);
    });
  const make: Readonly<Record<Exclude<Resource, 'network'>, () => Amounts | null>> = {
    cpu: () => {
      const found = new Map([[ENDED, ended]]);
      for (const { pid, name, seconds: used } of cpu)
        if (used > 0) addAmount(found, programOf(pid, name), used);
      return found;
    },
    memory: () => sums(({ memory_info: memory }) => memory?.rss ?? 0),
    swap: () => swaps(entries, processes.swapReader(), programOf),
    faults: () => sums(({ pid }) => majorFaults.get(pid) ?? 0),
    reads: () => bytes(0),
    writes: () => bytes(1),
    disk: () => {
      const found = new Map(made('reads'));
      for (const [key, amount] of made('writes') ?? []) addAmount(found, key, amount);
      return found;
    },
  };
  const kept = new Map<Resource, Amounts | null>();
  const made = (resource: Exclude<Resource, 'network'>): Amounts | null => {
    // Null is kept, too: each call would read the swap of further processes.
    if (!kept.has(resource)) kept.set(resource, make[resource]());
    return kept.get(resource) ?? null;
  };
  return (resource, about) => {
    if (resource === 'network')
      return networkUse(
        processes.traffic(),
        about?.identity ?? '',
        about?.stat.endsWith('_rx') === true,
        seconds,
      );
    const amounts = made(resource);
    if (amounts === null || about?.plugin !== 'containers') return amounts;
    return new Map([...amounts].filter(([key]) => key.split('\0')[2] === about.identity));
  };
}

/** Null until all processes were read once, and while the host uses no swap. */
type Swaps = (
  entries: WatchedScan['entries'],
  swapOf: ((pid: number) => number | null) | null,
  programOf: (pid: number, name: string) => string,
) => Amounts | null;

/** Processes read per scan: a read takes 20 µs. */
const MOST_READS = 100;

/** Reads the swap of a part of the processes per scan, in the order of their numbers. */
export function createSwaps(): Swaps {
  let known = new Map<number, number>();
  let last = -1;
  let isWhole = false;
  return (entries, swapOf, programOf) => {
    if (swapOf === null) return null;
    const sized = entries.filter(({ memory_info: memory }) => (memory?.vms ?? 0) > 0);
    const next = sized.filter(({ pid }) => pid > last).slice(0, MOST_READS);
    known = new Map(sized.flatMap(({ pid }) => (known.has(pid) ? [[pid, known.get(pid)!]] : [])));
    for (const { pid } of next) known.set(pid, swapOf(pid) ?? 0);
    last = next.length < MOST_READS ? -1 : next.at(-1)!.pid;
    isWhole ||= last === -1;
    if (!isWhole) return null;
    const found = new Map<string, number>();
    for (const { pid, name } of sized) {
      const amount = known.get(pid) ?? 0;
      if (amount > 0) addAmount(found, programOf(pid, name), amount);
    }
    return found;
  };
}
