import type { RaidArray } from './snapshots.ts';

/** The state of an array in a word or two. */
export function arrayWords({ status, available, used }: RaidArray): string {
  if (status !== 'active') return status;
  if (available === null || used === null) return 'active';
  return Number(used) < Number(available) ? `degraded ${used}/${available}` : `${used}/${available}`;
}
