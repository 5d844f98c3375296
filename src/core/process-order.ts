/** What processes can be ordered by, and which order fits what is going on. */

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

/** What matters here of an entry of /alert. */
interface Event {
  readonly end: number;
  readonly sort?: string;
}

export const isSortKey = (key: unknown): key is SortKey => SORT_KEYS.includes(key as SortKey);

/** What the newest event that goes on is about; CPU when there is none. `events` come newest first. */
export function automaticKey(events: readonly Event[] | null | undefined): SortKey {
  const sort = events?.find(({ end }) => end === -1)?.sort;
  return isSortKey(sort) ? sort : 'cpu_percent';
}
