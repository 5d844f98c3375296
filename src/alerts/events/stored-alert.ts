/** An alert in a file: its times are on the wall clock. */
import { POLICY, type StoredPolicy } from '../../core/alert-policy.ts';
import type { SavedEvent } from '../../core/event.ts';
import { namesIn } from '../../core/shape.ts';
import { newPolicy } from './policy.ts';
import type { ClockMoment, Policy } from './record.ts';
import { movedTargets } from './told.ts';

/** Moves all times of the policy. */
function shifted<P extends StoredPolicy>(policy: P, ms: number, latest = Infinity): P {
  const moved = (time: number): number => Math.min(time + ms, latest);
  const movedOrNull = (time: number | null): number | null => (time === null ? null : moved(time));
  return {
    ...policy,
    targets: movedTargets(policy.targets, moved),
    raisedAt: moved(policy.raisedAt),
    criticalSince: movedOrNull(policy.criticalSince),
    clearSince: movedOrNull(policy.clearSince),
    raises: policy.raises.map(moved),
    unsettledSince: moved(policy.unsettledSince),
    stretches: { ...policy.stretches, since: movedOrNull(policy.stretches.since) },
  };
}

export function storedPolicy(policy: Policy, { time, at }: ClockMoment): StoredPolicy {
  const members = namesIn(POLICY).map((name) => [name, policy[name]]);
  return shifted(Object.fromEntries(members) as StoredPolicy, time - at);
}

/** Times to come are of a clock that has been set back since: they count as now, or the alert would wait for them. */
export const restoredPolicy = (
  saved: SavedEvent,
  policy: StoredPolicy,
  { time, at }: ClockMoment,
): Policy => ({
  ...newPolicy(saved, at),
  ...shifted(policy, at - time, at),
  mustRepeat: policy.undecided !== null,
});
