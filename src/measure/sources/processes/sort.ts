/** The orders of processes and programs. */
import type { SortKey } from '../../../core/process-order.ts';
import type { CpuTimes } from './entry.ts';

/** The common members of processes and programs by which they are ordered. */
export interface Sortable {
  name: string;
  cpu_percent?: number | null;
  memory_percent?: number | null;
  cpu_times?: CpuTimes | null;
  /** One group of five numbers per process. */
  io_counters: readonly number[];
  username?: string | null;
  cpu_num?: number;
}

export type Order = (a: Sortable, b: Sortable) => number;

/** Null counts lowest. */
const numberOf = (value: number | null | undefined): number => value ?? Number.NEGATIVE_INFINITY;
const ascending = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
const ascendingText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byMemory: Order = (a, b) => ascending(numberOf(a.memory_percent), numberOf(b.memory_percent));
const descending =
  (value: (item: Sortable) => number): Order =>
  (a, b) =>
    ascending(value(b), value(a));

const cpuTime = ({ cpu_times }: Sortable): number =>
  cpu_times ? cpu_times.user + cpu_times.system : Number.NEGATIVE_INFINITY;

/** Bytes moved since the previous scan; a process just seen counts 0, whatever it moved before. */
export function recentIo({ io_counters: io }: Sortable): number {
  let bytes = 0;
  for (let at = 0; at + 4 < io.length; at += 5) {
    if (io[at + 4] === 1) bytes += io[at]! - io[at + 2]! + io[at + 1]! - io[at + 3]!;
  }
  return bytes;
}

const byCpuPercent: Order = (a, b) =>
  ascending(numberOf(b.cpu_percent), numberOf(a.cpu_percent)) || byMemory(b, a);
const byName: Order = (a, b) => ascendingText(a.name, b.name) || byMemory(a, b);

const ORDERS: Readonly<Record<SortKey, Order>> = {
  cpu_percent: byCpuPercent,
  memory_percent: (a, b) => byMemory(b, a),
  cpu_times: descending(cpuTime),
  io_counters: descending(recentIo),
  name: byName,
  username: (a, b) => ascendingText(a.username ?? '', b.username ?? '') || byMemory(a, b),
  cpu_num: (a, b) => ascending(numberOf(a.cpu_num), numberOf(b.cpu_num)) || byMemory(a, b),
};

/** Replacement orders for fields not collected. */
const INSTEAD: Partial<Record<SortKey, Order>> = {
  cpu_times: byCpuPercent,
  username: byName,
  cpu_num: byName,
};

/** Returns the order of a key among these items; by CPU or name if its field is not collected. */
export function orderOf(items: readonly Sortable[], key: SortKey): Order {
  const missing = items.every((item) => (item[key] ?? null) === null);
  return (missing ? INSTEAD[key] : undefined) ?? ORDERS[key];
}
