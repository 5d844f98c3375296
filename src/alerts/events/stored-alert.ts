/** An alert in a file: its declaration, its check, and its times on the wall clock. */
import type { AlertStats, StoredAlert, StoredPolicy } from '../../core/alert-policy.ts';
import type { Stretches } from '../../core/stretches.ts';
import { isSavedEvent } from '../../history/events/entry.ts';
import { formOf, hasForm, isNumber, listOf, ofForm, oneOf, orNull } from '../../core/form.ts';
import type { ClockMoment, Policy } from './record.ts';
import { newPolicy } from './policy.ts';

const isAnyNumber = orNull(isNumber);
const STATS = formOf<AlertStats>({ min: isNumber, max: isNumber, sum: isNumber, count: isNumber });

const POLICY = formOf<StoredPolicy>({
  id: isNumber,
  begin: isNumber,
  earlier: orNull(ofForm(STATS)),
  stretches: ofForm(formOf<Stretches>({ count: isNumber, seconds: isNumber, since: isAnyNumber })),
  phase: oneOf(['pending', 'told', 'flapping', 'over']),
  told: orNull(oneOf(['WARNING', 'CRITICAL'])),
  toldStage: isNumber,
  toldAt: isNumber,
  raisedAt: isNumber,
  criticalSince: isAnyNumber,
  clearSince: isAnyNumber,
  raises: listOf(isNumber),
  unsettledSince: isNumber,
  count: isNumber,
  unsettledSeconds: isNumber,
  wasTold: oneOf([true, false]),
  unsent: orNull(oneOf(['begin', 'change', 'flapping', 'end'])),
});

export const isStoredAlert = (value: unknown): value is StoredAlert =>
  hasForm(value, formOf<StoredAlert>({ saved: isSavedEvent, policy: isStoredPolicy }));

export const isStoredPolicy = (value: unknown): value is StoredPolicy => hasForm(value, POLICY);

/** The policy with all times moved. */
function shifted<P extends StoredPolicy>(policy: P, ms: number, latest = Infinity): P {
  const moved = (time: number): number => Math.min(time + ms, latest);
  const movedOrNull = (time: number | null): number | null => (time === null ? null : moved(time));
  return {
    ...policy,
    toldAt: moved(policy.toldAt),
    raisedAt: moved(policy.raisedAt),
    criticalSince: movedOrNull(policy.criticalSince),
    clearSince: movedOrNull(policy.clearSince),
    raises: policy.raises.map(moved),
    unsettledSince: moved(policy.unsettledSince),
    stretches: { ...policy.stretches, since: movedOrNull(policy.stretches.since) },
  };
}

export function storedPolicy(policy: Policy, { time, at }: ClockMoment): StoredPolicy {
  const members = POLICY.map(([key]) => [key, policy[key as keyof Policy]]);
  return shifted(Object.fromEntries(members) as StoredPolicy, time - at);
}

/** Times to come are of a clock that has been set back since: they count as now, or the alert would wait for them. */
export const restoredPolicy = ({ saved, policy }: StoredAlert, { time, at }: ClockMoment): Policy => ({
  ...newPolicy(saved, at),
  ...shifted(policy, at - time, at),
  mustRepeat: policy.unsent !== null,
});
