/** Decides which notices a target gets, and when: level, filters, quiet hours, reminders. */
import type { Clock } from '../../core/host.ts';
import {
  EVENT_STATES,
  eventKey,
  type EventNotice,
  isMoment,
  type Notice,
  type NoticeEvent,
} from './notice.ts';
import type { TargetOptions } from './options.ts';
import { isQuiet, quietEnd } from './quiet-hours.ts';

export interface SubscriptionSetup {
  options: TargetOptions;
  clock: Clock;
  /** Passes a notice to the target's worker. */
  put(kind: Notice['kind'], event: NoticeEvent, host: string): void;
  /** True while a notice of the event waits to be sent. */
  isWaiting(key: string): boolean;
  /** Current state of the event; null: unknown. */
  latest(event: NoticeEvent): NoticeEvent | null;
  isSilenced(event: NoticeEvent): boolean;
  /** Names and tags for the filter `servers`; null: the event's servers are unknown, perhaps not polled yet. */
  namesOf(event: NoticeEvent): readonly string[] | null;
  /** Whether the state of the event is known: only then reminders are sent. */
  isCurrent(event: NoticeEvent): boolean;
}

export interface Subscription {
  take(notice: EventNotice): void;
  /** An event of the previous run that was ongoing when last seen (milliseconds since the epoch). */
  recall(notice: EventNotice, until: number): void;
  /** Called at the end of a silence. */
  release(): void;
  stop(): void;
}

/** Most events followed at once: beyond, the oldest is forgotten, and its end is not sent. */
const MOST_EVENTS = 1000;
/** Interval of checks of the wall clock, which may be set while notices are held. */
const LOOK_MS = 60_000;

/** An event that the target knows. */
interface Told {
  notice: EventNotice;
  /** Known from the previous run, perhaps not sent to this target. */
  isRecalled: boolean;
  cancelReminder: () => void;
}

export function createSubscription(setup: SubscriptionSetup): Subscription {
  const { options, clock } = setup;
  const told = new Map<string, Told>();
  /** Held notices of quiet hours, the last one per event. */
  const held = new Map<string, EventNotice>();
  /** Held notices of silenced events, the last one per event. */
  const silenced = new Map<string, EventNotice>();
  let cancelFlush: (() => void) | null = null;

  const isWantedNow = (event: NoticeEvent): boolean => isWanted(event, options, setup.namesOf(event));

  const isQuietFor = ({ state }: NoticeEvent, time = clock.now()): boolean =>
    options.quiet_hours !== undefined &&
    !(state === 'CRITICAL' && options.quiet_hours_critical) &&
    isQuiet(options.quiet_hours, time);

  /** The current notice for a held one; null: the event is over. */
  function telling(notice: EventNotice): NoticeEvent | null {
    return notice.kind === 'end' || isMoment(notice) ? notice.event : lasting(notice.event);
  }

  /** Current state of the event; null: over. */
  function lasting(event: NoticeEvent): NoticeEvent | null {
    const current = setup.latest(event);
    return current === null || current.end >= 0 ? null : current;
  }

  function hold(key: string, notice: EventNotice): void {
    held.delete(key);
    held.set(key, notice);
    if (held.size > MOST_EVENTS) held.delete(firstKey(held));
    armFlush();
  }

  function armFlush(): void {
    if (cancelFlush !== null || options.quiet_hours === undefined) return;
    const now = clock.now();
    cancelFlush = clock.setTimer(
      flush,
      Math.min(Math.max(quietEnd(options.quiet_hours, now) - now, 1000), LOOK_MS),
    );
  }

  function flush(): void {
    cancelFlush = null;
    if (held.size === 0) return;
    if (options.quiet_hours !== undefined && isQuiet(options.quiet_hours, clock.now())) return armFlush();
    const notices = [...held];
    held.clear();
    for (const [key, notice] of notices) {
      const event = telling(notice);
      if (event !== null) offer(key, { ...notice, event });
    }
  }

  /** Sends an event unless it is silenced; then at the end of the silence. The end of a sent event is always sent. */
  function offer(key: string, notice: EventNotice): void {
    if (notice.kind !== 'end' && setup.isSilenced(notice.event)) mute(key, notice);
    else {
      silenced.delete(key);
      tell(key, notice);
    }
  }

  function mute(key: string, notice: EventNotice): void {
    held.delete(key);
    silenced.set(key, notice);
    if (silenced.size > MOST_EVENTS) silenced.delete(firstKey(silenced));
  }

  function tell(key: string, notice: EventNotice): void {
    held.delete(key);
    const known = told.get(key);
    forget(key);
    if (notice.kind === 'end') {
      const isMeant = known !== undefined && !(known.isRecalled && !isWantedNow(notice.event));
      if (isMeant && options.notify_end) setup.put('end', notice.event, notice.host);
      return;
    }
    // On recall, its servers may have been unknown.
    if (!isWantedNow(notice.event)) return;
    const isNew = known === undefined && notice.kind === 'change';
    setup.put(isNew ? 'begin' : notice.kind, notice.event, notice.host);
    if (!isMoment(notice)) remember(key, notice);
  }

  function remember(key: string, notice: EventNotice, isRecalled = false): void {
    const ms = options.repeat * 1000;
    const cancelReminder = ms > 0 ? clock.setTimer(() => remind(key), ms) : () => {};
    told.set(key, { notice, isRecalled, cancelReminder });
    if (told.size > MOST_EVENTS) forget(firstKey(told));
  }

  function forget(key: string): void {
    told.get(key)?.cancelReminder();
    told.delete(key);
  }

  function remind(key: string): void {
    const { notice, isRecalled } = told.get(key) ?? {};
    const event = notice === undefined ? null : lasting(notice.event);
    if (notice === undefined || event === null || !isWantedNow(event)) return forget(key);
    // While the target cannot be reached, one message about an event is enough.
    const isMuted = isQuietFor(event) || setup.isSilenced(event) || !setup.isCurrent(event);
    if (!isMuted && !setup.isWaiting(key)) setup.put('reminder', event, notice.host);
    remember(key, { ...notice, event }, isRecalled);
  }

  return {
    take(notice) {
      const { event, kind } = notice;
      const key = eventKey(event);
      if (kind === 'end') told.get(key)?.cancelReminder();
      else if (!isWantedNow(event)) return;
      if (kind === 'end' && !told.has(key)) {
        held.delete(key);
        silenced.delete(key);
      } else if (isQuietFor(event)) hold(key, notice);
      else offer(key, notice);
    },
    recall(notice, until) {
      const { event } = notice;
      if (!isWantedNow(event)) return;
      // It arrived in quiet hours that are not over: the target does not know it yet.
      const key = eventKey(event);
      const toldAt = notice.toldAt ?? event.begin * 1000;
      if (isQuietFor(event, toldAt) && isQuietFor(event, until)) hold(key, notice);
      else remember(key, notice, true);
      // It is unknown whether it was silenced from its start: better sent twice than never.
      if (setup.isSilenced(event)) mute(key, notice);
    },
    release() {
      for (const [key, notice] of [...silenced].filter(([, { event }]) => !setup.isSilenced(event))) {
        silenced.delete(key);
        const event = telling(notice);
        if (event === null) continue;
        if (isQuietFor(event)) hold(key, { ...notice, event });
        else offer(key, { ...notice, event });
      }
    },
    stop() {
      cancelFlush?.();
      for (const key of told.keys()) forget(key);
    },
  };
}

const firstKey = (map: ReadonlyMap<string, unknown>): string => map.keys().next().value ?? '';

/**
 * Whether an event passes level and filters.
 * @param names of its servers; null: unknown
 */
export function isWanted(
  { state, plugin, item }: NoticeEvent,
  options: TargetOptions,
  names: readonly string[] | null = null,
): boolean {
  const { min_level, plugins, items, servers } = options;
  if (EVENT_STATES.indexOf(state) < (min_level === 'critical' ? 1 : 0)) return false;
  const isServer = (name: string): boolean => servers.some((pattern) => pattern.test(name));
  if (servers.length > 0 && names !== null && !names.some(isServer)) return false;
  if (plugins.length > 0 && !plugins.some((pattern) => pattern.test(plugin))) return false;
  return item === null || items.length === 0 || items.some((pattern) => pattern.test(item));
}
