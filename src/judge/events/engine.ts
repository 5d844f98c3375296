/**
 * The life of events. Fed with the verdicts on every new snapshot: an alarm begins an event, further ones update it,
 * anything else ends it, be it that the value is fine, has no thresholds any more, or is gone with its item. While it cannot be
 * measured the event lasts.
 */
import type {
  AlertEvent,
  AlertState,
  EventChange,
  EventChangeKind,
  EventOptions,
  PastEvents,
  RankingKey,
  SavedEvent,
} from '../../core/event.ts';
import { hasCulprits } from '../../core/culprits.ts';
import type { Clock } from '../../core/host.ts';
import type { LevelVerdict } from '../levels/judge.ts';
import { GlobalMessage } from './global-message.ts';
import { takeUp } from './past.ts';
import { EventRecord, keyOf, type Moment, type Subject } from './record.ts';
import { COUNTED_RANKS } from './tally.ts';

/** The processes, as far as events look at them. */
export interface Ranking {
  /** Names of the first processes of the last scan. */
  first(key: RankingKey, count: number): string[];
  /** Orders the process list, where the configuration leaves it open; null: as without events. */
  sortBy(key: RankingKey | null): void;
  /** Asks for scans at their full pace, the first at once; the result ends it. */
  hold(): () => void;
}

export interface EventsSetup {
  clock: Clock;
  options: EventOptions;
  /** Null where processes are not sampled. */
  ranking: Ranking | null;
  /** Takes the list, newest first, whenever it has changed. */
  publish(events: AlertEvent[]): void;
  /** Told of what happens to events, listed or not. Must not throw. */
  onChange(change: EventChange): void;
  /** Called after events were removed from the list. Must not throw. */
  onClear?(which: Clearing): void;
  /** The events of the agent before, where they are known. */
  past?: PastEvents | null;
}

/** `warning` spares events that were critical. */
export type Clearing = 'all' | 'warning';

export interface EventEngine {
  /**
   * Takes all verdicts on a new snapshot of a plugin.
   * @param time of the snapshot, milliseconds since the epoch
   */
  take(plugin: string, verdicts: readonly LevelVerdict[], time: number): void;
  /** Takes note that there is a new scan of processes. */
  takeProcesses(): void;
  /** Takes over events of the agent before that were not known at the start. Values that are in alarm keep the event of this one. */
  recall(past: PastEvents): void;
  /** Removes events from the list. Ongoing ones return when they become critical. */
  clear(which: Clearing): void;
  /** Those that last. */
  lasting(): SavedEvent[];
  /** An event as it is now, by its number; null when it is not in the list and has ended. */
  current(id: number): AlertEvent | null;
}

/** The value could not be measured, so nobody knows whether its event is over. */
const isUnknown = ({ level, rule, served }: LevelVerdict): boolean =>
  level === 'ERROR' && rule.isGone?.(served) !== true;

const isAlarm = (level: string): level is AlertState => level === 'WARNING' || level === 'CRITICAL';

/** It is not known yet whether it goes on. */
const lastingStill = (record: EventRecord): SavedEvent => {
  const saved = record.saved();
  return { ...saved, event: { ...saved.event, end: -1 } };
};

export function createEvents(setup: EventsSetup): EventEngine {
  const { clock, options, ranking } = setup;
  const moment = (): Moment => ({ time: clock.now(), at: clock.monotonic() });
  const past = takeUp(setup.past ?? null, moment(), options.min_interval);
  const message = new GlobalMessage();
  const ongoing = new Map<string, EventRecord>();
  /** Newest first: all that last, cleared or not, and of those that have ended as many as there is room for. */
  let events: EventRecord[] = past.records.slice(0, options.max_events);
  let { lastId } = past;
  let pass = 0;
  let release: (() => void) | null = null;
  let order: RankingKey | null = null;
  let cancelFlush: (() => void) | null = null;

  const listed = (): EventRecord[] => events.filter(({ isCleared }) => !isCleared);
  const flush = (): void => {
    cancelFlush?.();
    cancelFlush = null;
    setup.publish(
      listed()
        .slice(0, options.max_events)
        .map((record) => record.served()),
    );
  };
  /** Publishes once when everything of this moment has been taken in. */
  const changed = (): void => {
    cancelFlush ??= clock.setTimer(flush, 0);
  };

  const tell = (kind: EventChangeKind, record: EventRecord, dropped = false): void => {
    setup.onChange({ ...record.saved(), kind, dropped });
  };

  /** Makes room: the oldest that has ended goes first; those that last are only left out of the list. */
  const trim = (): void => {
    while (listed().length > options.max_events) {
      const index = events.findLastIndex(({ isOngoing }) => !isOngoing);
      if (index === -1) return;
      events.splice(index, 1);
    }
  };

  const begin = (subject: Subject, level: AlertState, now: Moment): EventRecord => {
    lastId += 1;
    const record = new EventRecord(lastId, subject, level, now);
    events.unshift(record);
    trim();
    return record;
  };

  /** The event of this value that ended so lately that it goes on. */
  const endedLately = (key: string, now: Moment): EventRecord | undefined =>
    events.find((record) => record.key === key && record.secondsSinceEnd(now) < options.min_interval);

  const alarm = (plugin: string, verdict: LevelVerdict, level: AlertState, now: Moment): void => {
    const { field, identity, stat } = verdict;
    const subject = { plugin, field, identity, stat };
    const key = keyOf(subject);
    const known = ongoing.get(key);
    const lasted = takeWaiting(key);
    const resumed = known || lasted ? undefined : endedLately(key, now);
    const record = known ?? lasted ?? resumed ?? begin(subject, level, now);
    const before = record.state;
    if (!known) record.resume();
    record.add(level, verdict.value ?? 0, message.text);
    record.pass = pass;
    ongoing.set(key, record);
    if (lasted) tell('continue', record);
    if (resumed) tell('resume', record);
    else if (!known && !lasted) tell('begin', record);
    else if (record.state !== before) tell('level', record);
    changed();
  };

  /** An event of a value that is not known at the moment lasts. */
  const keep = (plugin: string, { field, identity }: LevelVerdict): void => {
    const record = ongoing.get(keyOf({ plugin, field, identity }));
    if (record) record.pass = pass;
  };

  const end = (key: string, record: EventRecord, now: Moment): void => {
    ongoing.delete(key);
    record.end(now);
    settle(record, now);
  };

  /** An event is over for good. */
  const settle = (record: EventRecord, now: Moment): void => {
    const dropped = record.secondsUntil(now) < options.min_duration;
    if (dropped || record.isCleared) events = events.filter((other) => other !== record);
    trim();
    tell('end', record, dropped);
    changed();
  };

  const takeWaiting = (key: string): EventRecord | undefined => {
    const record = past.waiting.get(key);
    past.waiting.delete(key);
    if (record && !events.includes(record)) events.unshift(record);
    return record;
  };

  /** The values are fine: events of the agent before have ended. Those that are not known yet may still go on. */
  const settleWaiting = (plugin: string, verdicts: readonly LevelVerdict[], now: Moment): void => {
    if (past.waiting.size === 0) return;
    for (const verdict of verdicts) {
      const { field, identity, value } = verdict;
      const key = keyOf({ plugin, field, identity });
      if (ongoing.has(key) || value === null || isUnknown(verdict)) continue;
      const record = takeWaiting(key);
      if (record) settle(record, now);
    }
  };

  const giveUpWaiting = (): void => {
    for (const key of past.waiting.keys()) {
      const record = takeWaiting(key);
      if (record) settle(record, moment());
    }
  };

  /** Processes are watched while an event lasts, in the order of the newest. */
  const steer = (): void => {
    if (ranking === null) return;
    const isCaused = ({ isOngoing, subject }: EventRecord): boolean =>
      isOngoing && hasCulprits(subject.plugin);
    const next = events.find(isCaused)?.sort ?? null;
    if (next !== order) ranking.sortBy((order = next));
    if (next !== null) release ??= ranking.hold();
    else {
      release?.();
      release = null;
    }
  };

  if (past.records.length > 0) changed();
  if (past.waiting.size > 0) clock.setTimer(giveUpWaiting, past.patienceMs);

  return {
    take(plugin, verdicts, time) {
      const now: Moment = { time, at: clock.monotonic() };
      pass += 1;
      message.note(plugin, verdicts);
      for (const verdict of verdicts) {
        if (verdict.log && isAlarm(verdict.level)) alarm(plugin, verdict, verdict.level, now);
        else if (isUnknown(verdict)) keep(plugin, verdict);
      }
      settleWaiting(plugin, verdicts, now);
      for (const [key, record] of ongoing) {
        if (record.subject.plugin === plugin && record.pass !== pass) end(key, record, now);
      }
      steer();
    },
    takeProcesses() {
      if (ranking === null || ongoing.size === 0) return;
      const byKey = new Map<RankingKey, string[]>();
      for (const record of ongoing.values()) {
        if (!hasCulprits(record.subject.plugin)) continue;
        const names = byKey.get(record.sort) ?? ranking.first(record.sort, COUNTED_RANKS);
        byKey.set(record.sort, names);
        record.rank(names);
      }
      changed();
    },
    recall(those) {
      const late = takeUp(those, moment(), options.min_interval);
      lastId = Math.max(lastId, late.lastId);
      events = [...events, ...late.records];
      for (const [key, record] of late.waiting) {
        if (ongoing.has(key)) settle(record, moment());
        else past.waiting.set(key, record);
      }
      if (late.waiting.size > 0) clock.setTimer(giveUpWaiting, late.patienceMs);
      trim();
      changed();
    },
    clear(which) {
      const lasting = new Set([...ongoing.values(), ...past.waiting.values()]);
      const isMeant = ({ state }: EventRecord): boolean => which === 'all' || state === 'WARNING';
      for (const record of lasting) record.isCleared ||= isMeant(record);
      events = events.filter((record) => lasting.has(record) || !isMeant(record));
      flush();
      setup.onClear?.(which);
    },
    lasting: () => [
      ...[...ongoing.values()].map((record) => record.saved()),
      ...[...past.waiting.values()].map(lastingStill),
    ],
    current(id) {
      const hasId = (record: EventRecord): boolean => record.id === id;
      const waiting = [...past.waiting.values()].find(hasId);
      if (waiting) return lastingStill(waiting).event;
      return [...ongoing.values(), ...events].find(hasId)?.served() ?? null;
    },
  };
}
