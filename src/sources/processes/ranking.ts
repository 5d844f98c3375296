import type { ProcessEntry } from './entry.ts';
import type { Changes } from './scan.ts';
import type { SortKey } from '../../core/process-order.ts';
import { type Order, orderOf } from './sort.ts';

/** Processes in the order of a key. Those whose entries stay are in order already: only the others are sorted, and merged in. */
export class ProcessRanking {
  #order: Order | null = null;
  #sorted: readonly ProcessEntry[] = [];

  /**
   * @param entries by ascending pid, which decides between equal ones
   * @param changes since the last call
   */
  update(entries: readonly ProcessEntry[], { come, gone }: Changes, key: SortKey): ProcessEntry[] {
    const order = orderOf(entries, key);
    const compare: EntryOrder = (a, b) => order(a, b) || a.pid - b.pid;
    const isKept = (entry: ProcessEntry): boolean => !gone.has(entry);
    const sorted =
      order === this.#order
        ? merge(this.#sorted.filter(isKept), come.filter(isKept).sort(compare), compare)
        : [...entries].sort(compare);
    this.#order = order;
    this.#sorted = sorted;
    return [...sorted];
  }
}

type EntryOrder = (a: ProcessEntry, b: ProcessEntry) => number;

/** Two lists that are in order as one. */
function merge(a: readonly ProcessEntry[], b: readonly ProcessEntry[], compare: EntryOrder): ProcessEntry[] {
  const merged: ProcessEntry[] = [];
  let next = 0;
  for (const one of a) {
    for (let other = b[next]; other !== undefined && compare(other, one) < 0; other = b[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(one);
  }
  while (next < b.length) merged.push(b[next++] as ProcessEntry);
  return merged;
}
