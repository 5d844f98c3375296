/**
 * The notification policy of one alert: it waits before it is notified, goes on until its value passes the clear threshold, and flaps
 * when raised too often. Pure; monotonic milliseconds.
 */
import type { AlertStats } from '../../core/alert-policy.ts';
import type { AlertChangeKind, AlertEvent, AlertState, SavedEvent } from '../../core/event.ts';
import type { AlertRecord, Policy } from './record.ts';
import { stageOf } from './observation.ts';
import { forgotten } from './told.ts';
import { PROMPT } from '../../measure/levels/alert-delays.ts';

/** Number of raises within an hour that makes an alert flap. */
export const FLAPPING_RAISES = 4;
const FLAPPING_WITHIN_MS = 3_600_000;
/** Alerts too short for a notification flap only after this time. */
const FLAPPING_AFTER_MS = 300_000;
/** A flapping alert settles after this time, or after twice the usual interval of its raises if that is longer. */
const SETTLED_MS = 600_000;
/** Once a parent is over, its children may need a check or two to recover. */
const AFTER_PARENT_MS = 150_000;

/** Of an alert that was never raised. */
export const newPolicy = ({ id, event }: SavedEvent, at: number): Policy => ({
  id,
  begin: event.begin,
  earlier: null,
  stretches: { count: 0, seconds: 0, since: null },
  phase: 'over',
  told: null,
  toldStage: 0,
  raisedAt: at,
  criticalSince: null,
  clearSince: at,
  raises: [],
  unsettledSince: at,
  count: 0,
  unsettledSeconds: 0,
  wasTold: false,
  undecided: null,
  targets: {},
  delays: PROMPT,
  isNewRaise: false,
  mustRepeat: false,
  heldUntil: -Infinity,
});

export const isTold = ({ phase }: Policy): boolean => phase === 'told' || phase === 'flapping';

/** It is over, and no raise of the last hour counts for flapping. */
export const isSettled = ({ phase, wasTold, raises }: Policy, at: number): boolean =>
  phase === 'over' && (!wasTold || at - (raises.at(-1) ?? at) >= FLAPPING_WITHIN_MS);

/** Nothing has to be remembered of it. */
export const isForgotten = (policy: Policy, at: number): boolean =>
  isSettled(policy, at) &&
  policy.undecided === null &&
  Object.values(policy.targets).every(({ pending }) => pending.length === 0);

/**
 * Its event begins, or goes on.
 * @param before the event before, if any
 * @param isResumed the event goes on within moments: it was raised before
 */
export function raise(
  known: Policy,
  before: SavedEvent | null,
  saved: SavedEvent,
  at: number,
  isResumed = false,
): Policy {
  const { isUnseen = false, ...rest } = known;
  const policy = isUnseen ? afterPause(rest, at) : rest;
  const isNew = policy.clearSince !== null && !(isResumed && policy.phase !== 'over');
  const isFirst = isNew && (isUnseen || !isTold(policy));
  const { count, seconds } = policy.stretches;
  const next = {
    ...follow(policy, before, saved, isFirst),
    stretches: isFirst
      ? { count: 1, seconds: 0, since: at }
      : { count: isResumed ? count : count + 1, seconds, since: at },
    clearSince: null,
    criticalSince: saved.event.state === 'CRITICAL' ? at : null,
  };
  return isNew ? { ...counted(next, at), isNewRaise: true } : next;
}

/** Keeps the notified state; restarts all counts, since nobody observed the pause. */
const afterPause = (policy: Policy, at: number): Policy => ({
  ...policy,
  phase: policy.phase === 'flapping' ? 'told' : policy.phase,
  raises: [],
  count: 0,
  unsettledSince: at,
  unsettledSeconds: 0,
});

function counted(policy: Policy, at: number): Policy {
  const { phase, count, raises } = policy;
  const next = { ...policy, raisedAt: at, count: count + 1, raises: [...raises, at].slice(-FLAPPING_RAISES) };
  return phase === 'over'
    ? {
        ...next,
        phase: 'pending',
        told: null,
        unsettledSince: at,
        count: 1,
        unsettledSeconds: 0,
        undecided: null,
        targets: forgotten(policy.targets),
        mustRepeat: false,
      }
    : next;
}

/** A new event continues the one that has just ended. */
function follow(policy: Policy, before: SavedEvent | null, saved: SavedEvent, isFirst: boolean): Policy {
  const { id, event } = saved;
  if (isFirst) return { ...policy, id, begin: event.begin, earlier: null };
  if (before === null || id === before.id) return policy;
  return { ...policy, earlier: together(policy.earlier, before.event) };
}

/** An event that is over when it is noticed. Returns what is to be notified, too; null: nothing. */
export function happen(
  policy: Policy,
  before: SavedEvent | null,
  saved: SavedEvent,
  at: number,
): [policy: Policy, told: 'begin' | 'flapping' | null] {
  const next = { ...counted(follow(policy, before, saved, !isTold(policy)), at), clearSince: at };
  if (next.phase === 'flapping') return [next, null];
  if (isOften(next, at)) return [flap(next, saved, at), 'flapping'];
  return [{ ...next, phase: 'over', wasTold: true }, 'begin'];
}

/**
 * @param isShort its event was too short for the list
 * @param endedAt when it was last seen in alarm: before a restart, perhaps
 */
export function end(
  policy: Policy,
  isShort: boolean,
  isClear: boolean,
  at: number,
  endedAt: number | null = at,
): Policy {
  const clearSince = isClear ? (policy.clearSince ?? at) : policy.clearSince;
  const { stretches, unsettledSeconds } = policy;
  const spent = stretches.since === null ? 0 : Math.max(((endedAt ?? at) - stretches.since) / 1000, 0);
  const next = {
    ...policy,
    criticalSince: null,
    clearSince,
    stretches: { ...stretches, seconds: stretches.seconds + spent, since: null },
    unsettledSeconds: unsettledSeconds + spent,
  };
  return isShort && policy.phase === 'pending'
    ? { ...next, raises: policy.raises.slice(0, -1), count: policy.count - 1 }
    : next;
}

/** Adds an observation of a value in alarm. */
export const see = (policy: Policy, isCritical: boolean, at: number): Policy => {
  const criticalSince = isCritical ? (policy.criticalSince ?? at) : null;
  return criticalSince === policy.criticalSince ? policy : { ...policy, criticalSince };
};

/** Its event is over. */
export const seeFine = (policy: Policy, isClear: boolean, at: number): Policy => {
  const clearSince = isClear ? (policy.clearSince ?? at) : null;
  return clearSince === policy.clearSince ? policy : { ...policy, clearSince };
};

/** It is to be decided for each target whether a change is sent. */
export const undecided = (policy: Policy, kind: AlertChangeKind): Policy => ({
  ...policy,
  undecided: kind,
  mustRepeat: false,
});

/** True if the last change is notified again; not if the event has ended since, whose end suffices. */
const repeats = ({ policy, raw }: PolicedAlert): boolean =>
  policy.mustRepeat && (policy.phase !== 'told' || raw !== 'over');

export type PolicedAlert = AlertRecord & { readonly policy: Policy };

/** Conditions that hold back an alert that is due. */
export interface Guards {
  /** Its data are current: its plugin may have stalled. */
  readonly isCurrent: boolean;
  /** An ongoing parent alert explains it. */
  readonly hasParent: boolean;
}

/** Returns the change to notify now; null if there is none. Alerts with an unknown state wait. */
export function tick(
  alert: PolicedAlert,
  at: number,
  guards: () => Guards,
): [policy: Policy, told: AlertChangeKind | null] {
  const { policy, raw } = alert;
  if (raw === 'waiting' || due(alert) > at) return [policy, null];
  const isRaised = raw !== 'over';
  let next = policy;
  if (isRaised) {
    const { isCurrent, hasParent } = guards();
    if (raw === 'unknown' || !isCurrent) return [policy, null];
    if (hasParent) next = { ...policy, heldUntil: at + AFTER_PARENT_MS };
    if (at < next.heldUntil) return [next, null];
  }
  if (repeats(alert)) return [next, next.undecided];
  if (next.phase === 'over') return [next, null];
  const { isNewRaise } = next;
  next = { ...next, isNewRaise: false };
  if (next.phase === 'flapping') return settle(next, alert, at);
  if (isNewRaise && isOften(next, at)) return [flap(next, alert.saved, at), 'flapping'];
  if (!isRaised) return rest(next, at);
  const level = heldLevel(next, at);
  const isAtLeast = next.told === level || next.told === 'CRITICAL';
  if (level === null || (isAtLeast && !isFurther(alert))) return [next, null];
  return [tell(next, 'told', level, alert.saved), next.phase === 'pending' ? 'begin' : 'change'];
}

/** When {@link tick} has something to do, if nothing happens before. */
export function due(alert: PolicedAlert): number {
  const { policy, raw } = alert;
  const { phase, clearSince, criticalSince, raisedAt, told, delays } = policy;
  if (raw === 'waiting') return Infinity;
  if (repeats(alert)) return raisedAt;
  if (phase === 'over') return Infinity;
  if (policy.isNewRaise) return raisedAt;
  if (phase === 'flapping') return (raw === 'over' ? (clearSince ?? Infinity) : raisedAt) + settledMs(policy);
  if (raw === 'over') return clearSince === null ? Infinity : clearSince + delays.clearFor * 1000;
  if (told === 'CRITICAL' && !isFurther(alert)) return Infinity;
  return Math.min(
    told === null || isFurther(alert) ? raisedAt + delays.warningFor * 1000 : Infinity,
    criticalSince === null ? Infinity : criticalSince + delays.criticalFor * 1000,
  );
}

/** True if the failure has reached a stage after the one that was notified. */
const isFurther = ({ saved: { finding }, policy }: PolicedAlert): boolean =>
  isTold(policy) && stageOf(finding) > policy.toldStage;

function heldLevel({ criticalSince, raisedAt, delays }: Policy, at: number): AlertState | null {
  if (criticalSince !== null && at - criticalSince >= delays.criticalFor * 1000) return 'CRITICAL';
  return at - raisedAt >= delays.warningFor * 1000 ? 'WARNING' : null;
}

function tell(
  policy: Policy,
  phase: 'told' | 'flapping',
  told: AlertState | null,
  { finding }: SavedEvent,
): Policy {
  return { ...policy, phase, told, toldStage: stageOf(finding), wasTold: true };
}

function isOften({ raises, wasTold, unsettledSince }: Policy, at: number): boolean {
  const isWithin = raises.length === FLAPPING_RAISES && at - (raises[0] ?? at) <= FLAPPING_WITHIN_MS;
  return isWithin && (wasTold || at - unsettledSince >= FLAPPING_AFTER_MS);
}

function flap(policy: Policy, saved: SavedEvent, at: number): Policy {
  const { raises, raisedAt, begin, unsettledSince } = policy;
  const since = Math.min(unsettledSince, raises[0] ?? at);
  const count = Math.max(policy.count, raises.length);
  return {
    ...tell(policy, 'flapping', saved.event.state, saved),
    count,
    ...(!isTold(policy) && {
      stretches: { ...policy.stretches, count, seconds: policy.unsettledSeconds },
    }),
    // Keeps the key of an alert that targets know.
    begin: isTold(policy) ? begin : begin - Math.round((raisedAt - since) / 1000),
  };
}

function settledMs({ raises }: Policy): number {
  const usual = ((raises.at(-1) ?? 0) - (raises[0] ?? 0)) / Math.max(raises.length - 1, 1);
  return Math.max(SETTLED_MS, 2 * usual);
}

function settle(policy: Policy, { raw, saved }: AlertRecord, at: number): [Policy, 'change' | 'end' | null] {
  const isRaised = raw !== 'over';
  const since = isRaised ? policy.raisedAt : policy.clearSince;
  if (since === null || at - since < settledMs(policy)) return [policy, null];
  const next = { ...policy, raises: [] };
  return isRaised
    ? [tell(next, 'told', next.told, saved), 'change']
    : [{ ...next, phase: 'over', wasTold: false }, 'end'];
}

/** Its value is fine, or nearly. */
function rest(policy: Policy, at: number): [Policy, 'end' | null] {
  const { clearSince, phase, delays } = policy;
  if (clearSince === null || at - clearSince < delays.clearFor * 1000) return [policy, null];
  return [{ ...policy, phase: 'over' }, phase === 'told' ? 'end' : null];
}

const together = (a: AlertStats | null, b: AlertStats): AlertStats => ({
  min: Math.min(a?.min ?? b.min, b.min),
  max: Math.max(a?.max ?? b.max, b.max),
  sum: (a?.sum ?? 0) + b.sum,
  count: (a?.count ?? 0) + b.count,
});

/** All events of the alert as one. @param isOver its end is notified */
export function wholeEvent({ saved: { event }, policy }: PolicedAlert, isOver = false): AlertEvent {
  const { earlier, begin, told } = policy;
  const stats = together(earlier, event);
  return {
    ...event,
    ...stats,
    avg: stats.count === 0 ? event.avg : stats.sum / stats.count,
    begin,
    state: told ?? event.state,
    end: isOver ? Math.max(begin, event.end) : -1,
  };
}
