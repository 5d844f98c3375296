/** Notification state of an alert after the changes of a step. Pure. */
import type { AlertChangeKind, EventChangeKind, SavedEvent } from '../../core/event.ts';
import type { AlertDelays } from '../../measure/levels/alert-delays.ts';
import type { Observation } from './observation.ts';
import { end, newPolicy, raise, see } from './policy.ts';
import type { AlertRecord, ClockMoment, Policy } from './record.ts';

export interface PolicySetup {
  readonly now: ClockMoment;
  /** Notification delays where the observation has none. */
  delaysOf(saved: SavedEvent): AlertDelays;
}

export interface Stepped {
  readonly alert: AlertRecord;
  readonly changes: readonly EventChangeKind[];
  /** Change to notify at once. */
  readonly told: AlertChangeKind | null;
}

/** Returns the alert with the policy that follows from its changes. */
export function policed(
  before: AlertRecord | null,
  alert: AlertRecord,
  changes: readonly EventChangeKind[],
  seen: Observation | null,
  about: PolicySetup,
): Stepped {
  let { policy } = alert;
  for (const kind of changes) policy = policyAfter(kind, policy, before, alert, seen, about);
  return { alert: policy === alert.policy ? alert : { ...alert, policy }, changes, told: null };
}

function policyAfter(
  kind: EventChangeKind,
  known: Policy | null,
  before: AlertRecord | null,
  { saved, dropped, endedAt }: AlertRecord,
  seen: Observation | null,
  about: PolicySetup,
): Policy | null {
  // A failure that existed before startup, and that people know of.
  const isIgnored = kind === 'end' || saved.finding?.isOld === true;
  if (known === null && isIgnored) return null;
  const { time, at } = about.now;
  const begunAt = kind === 'continue' ? at - Math.max(time - saved.event.begin * 1000, 0) : at;
  const policy = {
    ...(known ?? newPolicy(saved, begunAt)),
    delays: seen?.delays ?? about.delaysOf(saved),
  };
  if (known === null) return raise(policy, null, saved, begunAt);
  if (kind === 'end') {
    const over = end(policy, dropped, seen?.isClear ?? true, at, endedAt);
    return seen === null ? { ...over, isUnseen: true } : over;
  }
  if (kind === 'level') return see(policy, saved.event.state === 'CRITICAL', at);
  return kind === 'continue' ? policy : raise(policy, before?.saved ?? null, saved, at, kind === 'resume');
}
