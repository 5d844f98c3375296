/** Decides which notices a target gets, and when: level, filters, quiet hours, silences, reminders. What it was told is in its memory. */
import { randomUUID } from 'node:crypto';
import type { TargetState } from '../../core/alert-policy.ts';
import type { Clock } from '../../core/host.ts';
import { eventKey, type EventNotice, type Notice, type NoticeEvent } from '../../core/notice.ts';
import {
  type Circumstances,
  handedOver,
  release,
  remind,
  remindedAt,
  settled,
  tell,
} from '../events/told.ts';
import type { ToldMemory } from '../events/told-memory.ts';
import type { TargetOptions } from './options.ts';
import { isQuiet, quietEnd } from './quiet-hours.ts';

export interface SubscriptionSetup {
  /** Name of the target. */
  target: string;
  options: TargetOptions;
  clock: Clock;
  /** State of each alert at each target; survives restarts. */
  memory: ToldMemory;
  /** Puts notices into the queue of the target, unless it has them. Resolves once it has. */
  put(subject: string, notices: readonly Notice[]): Promise<void>;
  /** True while a notice of the event waits to be sent. */
  isWaiting(key: string): boolean;
  /** Returns the current alert, for reminders and at the end of quiet hours and silences; null: it is over. */
  current(subject: string): Standing | null;
  isSilenced(event: NoticeEvent): boolean;
  /** Names and tags for the filter `servers`; null: the event's servers are unknown, perhaps not polled yet. */
  namesOf(event: NoticeEvent): readonly string[] | null;
  /** True if the state of the alert is known: only then reminders are sent. */
  isCurrent(subject: string): boolean;
}

/** An ongoing alert, as notices have it. */
export type Standing = Pick<EventNotice, 'event' | 'host'>;

export interface Subscription {
  /** Resolves once the queue has what is sent at once. */
  take(notice: EventNotice): Promise<void>;
  /** Sends what is due: at the start, at the end of a silence, and when alerts of the previous run are known. */
  look(): void;
  /** Records that the target took a notice, or that it was dropped. */
  settle(notice: Notice, isTaken: boolean): void;
  stop(): void;
}

/** Interval of checks of the wall clock, which may be set while notices are held. */
const LOOK_MS = 60_000;

export function createSubscription(setup: SubscriptionSetup): Subscription {
  const { target, options, clock, memory } = setup;
  const repeatMs = options.repeat * 1000;
  /** Ids of notices on their way into the queue. */
  const underway = new Set<string>();
  let next = Infinity;
  let cancelLook = (): void => {};
  let isStopped = false;

  const isQuietFor = ({ state }: NoticeEvent): boolean =>
    options.quiet_hours !== undefined &&
    !(state === 'CRITICAL' && options.quiet_hours_critical) &&
    isQuiet(options.quiet_hours, clock.now());

  const aboutOf = (event: NoticeEvent): Circumstances => ({
    isWanted: isWanted(event, options, setup.namesOf(event)),
    isQuiet: isQuietFor(event),
    isSilenced: setup.isSilenced(event),
    notifiesEnd: options.notify_end,
  });

  /** Keeps a state. Resolves once the queue has the notices that are due. */
  const keep = async (subject: string, before: TargetState, state: TargetState): Promise<void> => {
    if (state !== before) memory.set(subject, target, state);
    arm(dueOf(state));
    const due = state.pending.filter((one) => one.state === 'queue' && !underway.has(one.notice.id));
    if (due.length === 0) return;
    const notices = due.map(({ notice }) => notice);
    const ids = new Set(notices.map(({ id }) => id));
    for (const id of ids) underway.add(id);
    await setup.put(subject, notices);
    memory.set(subject, target, handedOver(memory.get(subject, target), ids));
    for (const id of ids) underway.delete(id);
  };

  const dueOf = (state: TargetState): number => {
    const isHeld = options.quiet_hours !== undefined && state.pending.some((one) => one.state === 'quiet');
    return Math.min(isHeld ? clock.monotonic() + quietMs() : Infinity, remindedAt(state, repeatMs));
  };

  const quietMs = (): number => {
    const now = clock.now();
    const ends = options.quiet_hours === undefined ? now : quietEnd(options.quiet_hours, now);
    return Math.min(Math.max(ends - now, 1000), LOOK_MS);
  };

  const arm = (at: number): void => {
    if (isStopped || at >= next) return;
    cancelLook();
    next = at;
    cancelLook = clock.setTimer(look, Math.max(at - clock.monotonic(), 0));
  };

  function look(): void {
    cancelLook();
    next = Infinity;
    const at = clock.monotonic();
    for (const [subject, before] of memory.all(target)) {
      const current = setup.current(subject);
      const released = release(before, current?.event ?? null, aboutOf, at);
      const state = remindedAt(released, repeatMs) > at ? released : reminded(subject, current, released);
      void keep(subject, before, state).then(() => memory.saved(subject));
    }
  }

  function reminded(subject: string, current: Standing | null, state: TargetState): TargetState {
    const at = clock.monotonic();
    if (current === null) return remind(state, null, at);
    const { isWanted: isMeant, isQuiet: isNight, isSilenced } = aboutOf(current.event);
    // While the target cannot be reached, one message about an event is enough.
    const isSent =
      isMeant &&
      !isNight &&
      !isSilenced &&
      setup.isCurrent(subject) &&
      !setup.isWaiting(eventKey(current.event));
    return remind(state, isSent ? { ...current, subject, kind: 'reminder', id: randomUUID() } : null, at);
  }

  return {
    async take(notice) {
      const { subject, event } = notice;
      const before = memory.get(subject, target);
      const after = tell(before, { ...notice, id: randomUUID() }, aboutOf(event), clock.monotonic());
      await keep(subject, before, after);
    },
    look,
    settle(notice, isTaken) {
      const { subject } = notice;
      if (subject === undefined) return;
      const before = memory.get(subject, target);
      const after = settled(before, notice, isTaken);
      if (after !== before) memory.set(subject, target, after);
    },
    stop() {
      isStopped = true;
      cancelLook();
    },
  };
}

/**
 * True if an event passes level and filters.
 * @param names of its servers; null: unknown
 */
export function isWanted(
  { state, plugin, item }: NoticeEvent,
  options: TargetOptions,
  names: readonly string[] | null = null,
): boolean {
  const { min_level, plugins, items, servers } = options;
  if (min_level === 'critical' && state !== 'CRITICAL') return false;
  const isServer = (name: string): boolean => servers.some((pattern) => pattern.test(name));
  if (servers.length > 0 && names !== null && !names.some(isServer)) return false;
  if (plugins.length > 0 && !plugins.some((pattern) => pattern.test(plugin))) return false;
  return item === null || items.length === 0 || items.some((pattern) => pattern.test(item));
}
