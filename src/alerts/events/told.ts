/** State of an alert at each notification target: the last notice sent, and pending ones. Pure; monotonic milliseconds. */
import type { PendingNotice, TargetState } from '../../core/alert-policy.ts';
import { isMoment, type Notice, type NoticeEvent } from '../../core/notice.ts';

/** A target that was told nothing. */
export const NOTHING_TOLD: TargetState = { told: 'none', level: null, at: 0, pending: [] };

/** Conditions of one target under which a notice is sent, held or left out. */
export interface Circumstances {
  /** It passes the filters. */
  readonly isWanted: boolean;
  readonly isQuiet: boolean;
  readonly isSilenced: boolean;
  /** True if the target is notified of ends. */
  readonly notifiesEnd: boolean;
}

/** Finished alerts wait for a target at most; the oldest is dropped first. */
const MOST_PENDING = 50;

type Targets = Readonly<Record<string, TargetState>>;

const mapped = (targets: Targets, change: (state: TargetState) => TargetState): Targets =>
  Object.fromEntries(Object.entries(targets).map(([name, state]) => [name, change(state)]));

/** True if the target was notified of the alert, or will be. */
const knows = ({ told }: TargetState): boolean => told === 'queued' || told === 'sent';

/** Its notice says what was, and does not change any more. */
const isFinished = ({ notice, state }: PendingNotice): boolean =>
  state === 'queue' || notice.kind === 'end' || isMoment(notice);

/** Of another alert of the same subject: nothing is known of it, but what waits stays. */
export const forgotten = (targets: Targets): Targets =>
  mapped(targets, ({ pending }) => ({ ...NOTHING_TOLD, pending: pending.filter(isFinished) }));

/** Adds the notices that wait since the previous run. */
export const joined = (own: Targets, before: Targets): Targets => ({
  ...forgotten(before),
  ...Object.fromEntries(
    Object.entries(own).map(([name, state]) => {
      const earlier = before[name]?.pending.filter(isFinished) ?? [];
      return [name, { ...state, pending: [...earlier, ...state.pending] }];
    }),
  ),
});

/** Times of another clock. */
export const movedTargets = (targets: Targets, moved: (time: number) => number): Targets =>
  mapped(targets, (state) => ({ ...state, at: moved(state.at) }));

/** Without targets that are gone. */
export const retained = (targets: Targets, names: ReadonlySet<string>): Targets =>
  Object.keys(targets).every((name) => names.has(name))
    ? targets
    : Object.fromEntries(Object.entries(targets).filter(([name]) => names.has(name)));

const stateFor = ({ kind }: Notice, { isQuiet, isSilenced }: Circumstances): PendingNotice['state'] => {
  if (isQuiet) return 'quiet';
  return isSilenced && kind !== 'end' ? 'silence' : 'queue';
};

/** Updates the state of a target after a change of the alert. */
export function tell(before: TargetState, notice: Notice, about: Circumstances, at: number): TargetState {
  const pending = before.pending.filter(isFinished);
  const isEnd = notice.kind === 'end';
  if (isEnd && !(knows(before) && about.notifiesEnd)) return { ...NOTHING_TOLD, pending };
  if (!isEnd && !about.isWanted) return before;
  const state = stateFor(notice, about);
  // Nothing follows the end of an alert.
  if (isEnd) return { ...NOTHING_TOLD, pending: waiting(pending, { state, notice }) };
  if (isMoment(notice)) return { ...before, pending: waiting(before.pending, { state, notice }) };
  return state === 'queue'
    ? queued({ ...before, pending }, notice, at)
    : { ...before, pending: waiting(pending, { state, notice }) };
}

const waiting = (pending: readonly PendingNotice[], one: PendingNotice): readonly PendingNotice[] =>
  [...pending, one].slice(-MOST_PENDING);

function queued(state: TargetState, { kind, ...notice }: Notice, at: number): TargetState {
  const first = kind === 'change' && !knows(state) ? 'begin' : kind;
  return {
    told: state.told === 'sent' ? 'sent' : 'queued',
    level: notice.event?.state ?? null,
    at,
    pending: waiting(state.pending, { state: 'queue', notice: { ...notice, kind: first } }),
  };
}

/**
 * Sends held and muted notices whose obstacle is gone. The begin of an alert that is over is not sent.
 * @param current the alert as it is now; null: it is over
 */
export function release(
  before: TargetState,
  current: NoticeEvent | null,
  aboutOf: (event: NoticeEvent) => Circumstances,
  at: number,
): TargetState {
  let begun: Notice | null = null;
  const pending = before.pending.flatMap((one): readonly PendingNotice[] => {
    const { state, notice } = one;
    const isOver = isFinished(one);
    const event = isOver ? notice.event : current;
    if (state === 'queue') return [one];
    if (event === null) return [];
    const about = aboutOf(event);
    const next = stateFor(notice, about);
    if (next === state) return [one];
    const now = { ...notice, event };
    if (next !== 'queue' || isOver) return [{ state: next, notice: now }];
    if (about.isWanted) begun = now;
    return [];
  });
  if (begun !== null) return queued({ ...before, pending }, begun, at);
  return isSame(before.pending, pending) ? before : { ...before, pending };
}

const isSame = (some: readonly PendingNotice[], others: readonly PendingNotice[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/** @param notice null: nothing is said at the moment */
export const remind = (before: TargetState, notice: Notice | null, at: number): TargetState =>
  notice === null ? { ...before, at } : queued(before, notice, at);

/** When the target is reminded of the alert. @param repeatMs 0: never */
export const remindedAt = (state: TargetState, repeatMs: number): number =>
  repeatMs > 0 && knows(state) ? state.at + repeatMs : Infinity;

/** Marks these notices as queued. */
export const handedOver = (before: TargetState, ids: ReadonlySet<string>): TargetState => ({
  ...before,
  pending: before.pending.filter(({ notice: { id } }) => !ids.has(id)),
});

/** Updates the state after the target took a notice of the queue, or it was dropped. */
export function settled(before: TargetState, notice: Notice, isTaken: boolean): TargetState {
  if (before.level === null || notice.kind === 'end' || isMoment(notice)) return before;
  if (isTaken) return { ...before, told: 'sent' };
  return before.told === 'queued' ? { ...before, told: 'failed' } : before;
}
