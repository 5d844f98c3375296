/** The orders of processes, and the choice of the one that fits the ongoing events. */

export const SORT_KEYS = [
  'cpu_percent',
  'memory_percent',
  'cpu_times',
  'io_counters',
  'name',
  'username',
  'cpu_num',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Used part of an entry of /alert. */
interface Event {
  readonly end: number;
  readonly sort?: string;
}

export const isSortKey = (key: unknown): key is SortKey => SORT_KEYS.includes(key as SortKey);

/**
 * Returns the order for the newest ongoing event; CPU without events. Memory takes precedence, since processes die of it.
 * @param events newest first
 */
export function automaticKey(events: readonly Event[] | null | undefined): SortKey {
  const ongoing = events?.filter(({ end }) => end === -1).map(({ sort }) => sort) ?? [];
  const sort = ongoing.find((one) => one === 'memory_percent') ?? ongoing[0];
  return isSortKey(sort) ? sort : 'cpu_percent';
}
