/** Cause that matters to an alert: a busy CPU does not explain a full memory. */
import type { Resource } from '../core/culprits.ts';
import type { Cause, Explanation, Verdict } from './explanation.ts';
import { RULES } from './rules/rules.ts';

const SHORTAGE = ['memory', 'oom', 'leak'] as const;
const OF_DISKS = ['disk', 'disk-slow', 'disk-full', 'hung-mount'] as const;
const CAUSES_OF: Readonly<Record<Resource, readonly Cause[]>> = {
  cpu: ['cpu', 'cpu-kernel', 'steal', 'throttled', 'processes', 'thermal'],
  memory: SHORTAGE,
  swap: SHORTAGE,
  faults: [...SHORTAGE, ...OF_DISKS],
  disk: OF_DISKS,
  reads: OF_DISKS,
  writes: OF_DISKS,
  network: ['network'],
};

/** Null: none of the causes found. @param resource of the alert; null: the first cause says most */
export function verdictAbout({ verdict, others }: Explanation, resource: Resource | null): Verdict | null {
  const all = [verdict, ...others].filter(({ rule }) => rule !== null);
  return all.find((one) => resource === null || CAUSES_OF[resource].includes(causeOf(one))) ?? null;
}

/** Returns the cause; a recurring load has a rule, and no cause. */
const causeOf = ({ cause, rule }: Verdict): Cause =>
  cause === 'none' ? (RULES.find(({ name }) => name === rule)?.cause ?? 'cpu') : cause;
