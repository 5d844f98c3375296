import { type Compare, mergeInSteps, sortInSteps, type Steps } from '../../../core/steps.ts';
import type { ProcessEntry } from './entry.ts';
import type { EntryChanges } from './pass.ts';
import type { SortKey } from '../../../core/process-order.ts';
import { type Order, orderOf } from './sort.ts';

/** Processes sorted by a key. Unchanged entries are already sorted: only the others are sorted and merged. */
export class ProcessRanking {
  #order: Order | null = null;
  #sorted: readonly ProcessEntry[] = [];

  /**
   * @param entries by ascending pid, which breaks ties
   * @param changes since the last call
   */
  *update(
    entries: readonly ProcessEntry[],
    { come, gone }: EntryChanges,
    key: SortKey,
  ): Steps<ProcessEntry[]> {
    const order = orderOf(entries, key);
    const compare: Compare<ProcessEntry> = (a, b) => order(a, b) || a.pid - b.pid;
    const isKept = (entry: ProcessEntry): boolean => !gone.has(entry);
    const sorted =
      order === this.#order
        ? yield* mergeInSteps(
            this.#sorted.filter(isKept),
            yield* sortInSteps(come.filter(isKept), compare),
            compare,
          )
        : yield* sortInSteps(entries, compare);
    this.#order = order;
    this.#sorted = sorted;
    return [...sorted];
  }
}
