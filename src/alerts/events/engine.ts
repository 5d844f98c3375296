/**
 * The life cycle of events, from verdicts on snapshots and findings of alert kinds. An alarm begins an event and updates it; it ends
 * if the value is normal, has no thresholds any more, or its item is gone. It lasts while the value cannot be measured.
 */
import { type Service, service } from '../../core/parts/service.ts';
import type { AlertKind, Findings, OngoingAlert } from '../../core/alert-kind.ts';
import type {
  AlertEvent,
  AlertState,
  Clearing,
  EventChange,
  EventChangeKind,
  EventOptions,
  KnownEvents,
  PastEvents,
  SavedEvent,
} from '../../core/event.ts';
import type { Clock } from '../../core/host.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { GlobalMessage } from './global-message.ts';
import { type Alarm, alarmOfFinding, alarmOfVerdict, isUnknown, stageOf } from './alarm.ts';
import { createCulprits, type Ranking } from './culprits.ts';
import { takeUp } from './past.ts';
import { type ClockMoment, EventRecord, type EventSubject, keyOf } from './record.ts';

export interface EventsSetup {
  clock: Clock;
  options: EventOptions;
  /** Null where processes are not sampled. */
  ranking: Ranking | null;
  /** Takes the list, newest first, whenever it has changed. */
  publish(events: AlertEvent[]): void;
  /** Called on every change of an event, listed or not. Must not throw. */
  onChange(change: EventChange): void;
  /** Called after events were removed from the list. Must not throw. */
  onClear?(which: Clearing): void;
  /** Events of the previous run, if known. */
  past?: PastEvents | null;
}

export interface EventEngine extends KnownEvents {
  /**
   * Processes all verdicts on a plugin's snapshot.
   * @param time of the snapshot, Unix milliseconds
   */
  take(plugin: string, verdicts: readonly LevelVerdict[], time: number): void;
  /**
   * Processes all findings of an alert kind.
   * @param isFirst first findings of the kind since the start
   * @param time Unix milliseconds
   */
  takeFindings(kind: AlertKind, found: Findings, isFirst: boolean, time: number): void;
  /** Ongoing alerts of a kind by subject, also those of which it is not known yet whether they go on. */
  ongoingOf(
    kind: AlertKind,
  ): ReadonlyMap<string, Omit<OngoingAlert, 'isAcknowledged'> & { readonly type: string }>;
  /** Notes a new process scan. */
  takeProcesses(): void;
  /** Takes over events of the agent before that were not known at the start. Values that are in alarm keep the event of this one. */
  recall(past: PastEvents): void;
  /** Whether a recent reading confirms that the event continues. */
  isKnown(id: number): boolean;
  /** An event as it is now, by its number; null when it is not in the list and has ended. */
  current(id: number): AlertEvent | null;
}
export const EventEngine: Service<EventEngine> = service<EventEngine>('events');

/** Longer than the first read of any plugin takes. */
const KIND_PATIENCE_MS = 600_000;

const ongoingAlert = ({ event, finding }: SavedEvent) => ({
  type: event.type,
  state: event.state,
  begin: event.begin,
  details: finding?.details ?? {},
});

const savedOf = (record: EventRecord): SavedEvent => record.saved();

/** It is not known yet whether it goes on. */
const lastingStill = (record: EventRecord): SavedEvent => {
  const saved = record.saved();
  return { ...saved, event: { ...saved.event, end: -1 } };
};

export function createEvents(setup: EventsSetup): EventEngine {
  const { clock, options } = setup;
  const moment = (): ClockMoment => ({ time: clock.now(), at: clock.monotonic() });
  const past = takeUp(setup.past ?? null, moment(), options.min_interval);
  const message = new GlobalMessage();
  const culprits = createCulprits(setup.ranking);
  const ongoing = new Map<string, EventRecord>();
  /** Newest first: all ongoing ones, cleared or not, and as many ended ones as there is room for. */
  let events: EventRecord[] = past.records.slice(0, options.max_events);
  let { lastId } = past;
  let pass = 0;
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
  /** Publishes once per turn, after all changes. */
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

  const begin = (subject: EventSubject, level: AlertState, now: ClockMoment): EventRecord => {
    lastId += 1;
    const record = new EventRecord(lastId, subject, level, now);
    events.unshift(record);
    trim();
    return record;
  };

  /** The event of this value that ended so lately that it goes on. */
  const endedLately = (key: string, now: ClockMoment): EventRecord | undefined =>
    events.find((record) => record.key === key && record.secondsSinceEnd(now) < options.min_interval);

  /** @param isOld where it begins: it existed before startup, and its kind is silent about that */
  const alarm = (
    { subject, level, value, finding, reading }: Alarm,
    now: ClockMoment,
    isOld = false,
  ): void => {
    const key = keyOf(subject);
    const known = ongoing.get(key);
    const lasted = takeWaiting(key);
    const resumed = known || lasted ? undefined : endedLately(key, now);
    const record = known ?? lasted ?? resumed ?? begin(subject, level, now);
    const stateBefore = record.state;
    const stageBefore = stageOf(record.finding);
    record.pass = pass;
    record.isUnknown = false;
    // Counts of a failure that stays as it is would change the list at every sample.
    if (known && finding !== null && known.isAs(level, value, finding)) return;
    if (!known) record.resume();
    // What has become worse, or has come back, is news.
    const isFurther = stageOf(finding) > stageBefore;
    const isNews = resumed !== undefined || isFurther || (record.state === 'WARNING' && level === 'CRITICAL');
    const before = known ?? lasted;
    const isStillOld = !isNews && (before ? before.finding?.isOld === true : isOld);
    record.finding = finding && (isStillOld ? { ...finding, isOld: true } : finding);
    record.reading = reading;
    record.add(level, value, message.text);
    ongoing.set(key, record);
    if (lasted) tell('continue', record);
    if (resumed) tell('resume', record);
    else if (!known && !lasted) tell('begin', record);
    else if (isFurther || record.state !== stateBefore) tell('level', record);
    changed();
  };

  /** An event of a value that is not known at the moment lasts. */
  const keep = (key: string): void => {
    const record = ongoing.get(key);
    if (record) Object.assign(record, { pass, isUnknown: true });
  };

  /** A failure that is over when it is noticed. */
  const tellMoment = ({ subject, level, value, finding }: Alarm, now: ClockMoment): void => {
    const record = begin(subject, level, now);
    record.finding = finding;
    record.add(level, value, message.text);
    record.end(now);
    tell('begin', record);
    changed();
  };

  /** Ends what the pass has neither updated nor kept. */
  const endOthers = (group: string, now: ClockMoment): void => {
    for (const [key, record] of ongoing)
      if (record.group === group && record.pass !== pass) end(key, record, now);
  };

  const end = (key: string, record: EventRecord, now: ClockMoment): void => {
    ongoing.delete(key);
    record.end(now);
    settle(record, now);
  };

  /** An event is over for good. */
  const settle = (record: EventRecord, now: ClockMoment): void => {
    // Values may flutter; a failure is none the less for being short.
    const dropped = record.finding === null && record.secondsUntil(now) < options.min_duration;
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
  const settleWaiting = (plugin: string, verdicts: readonly LevelVerdict[], now: ClockMoment): void => {
    if (past.waiting.size === 0) return;
    for (const verdict of verdicts) {
      const { field, identity, value } = verdict;
      const key = keyOf({ plugin, field, identity });
      if (ongoing.has(key) || value === null || isUnknown(verdict)) continue;
      const record = takeWaiting(key);
      if (record) settle(record, now);
    }
  };

  const giveUpWaiting = (which: (record: EventRecord) => boolean): void => {
    for (const [key, record] of past.waiting) {
      if (!which(record)) continue;
      takeWaiting(key);
      settle(record, moment());
    }
  };
  /** States outlast any pause: what their kind finds first decides, unless it finds nothing for long. */
  const planGivingUp = (patienceMs: number): void => {
    clock.setTimer(() => giveUpWaiting(({ finding }) => finding === null), patienceMs);
    clock.setTimer(() => giveUpWaiting(({ finding }) => finding !== null), KIND_PATIENCE_MS);
  };

  const lasting = (): SavedEvent[] => [
    ...[...ongoing.values()].map(savedOf),
    ...[...past.waiting.values()].map(lastingStill),
  ];

  if (past.records.length > 0) changed();
  if (past.waiting.size > 0) planGivingUp(past.patienceMs);

  return {
    take(plugin, verdicts, time) {
      const now: ClockMoment = { time, at: clock.monotonic() };
      pass += 1;
      message.note(plugin, verdicts);
      for (const verdict of verdicts) {
        const one = verdict.log ? alarmOfVerdict(plugin, verdict) : null;
        if (one !== null) alarm(one, now);
        else if (isUnknown(verdict)) keep(keyOf({ plugin, ...verdict }));
      }
      settleWaiting(plugin, verdicts, now);
      endOthers(plugin, now);
      culprits.watch(events);
    },
    takeFindings(kind, { findings, unknown = [] }, isFirst, time) {
      const now: ClockMoment = { time, at: clock.monotonic() };
      pass += 1;
      const isSilent = kind.atStart === 'silent';
      for (const found of findings) {
        const one = alarmOfFinding(kind, found);
        if (kind.isMoment === true) tellMoment(one, now);
        else alarm(one, now, isSilent && (isFirst || found.isOld === true));
      }
      const isUnknown = ({ subject: { identity } }: EventRecord): boolean =>
        unknown === 'all' || unknown.includes(identity ?? '');
      for (const [key, record] of past.waiting) {
        if (record.group !== kind.name) continue;
        takeWaiting(key);
        if (isUnknown(record)) {
          record.resume();
          ongoing.set(key, record);
          tell('continue', record);
          changed();
        } else settle(record, now);
      }
      for (const record of ongoing.values())
        if (record.group === kind.name && isUnknown(record)) Object.assign(record, { pass, isUnknown: true });
      endOthers(kind.name, now);
    },
    ongoingOf(kind) {
      const records = [...ongoing.values(), ...past.waiting.values()];
      return new Map(
        records
          .filter(({ group }) => group === kind.name)
          .map((record) => [record.subject.identity ?? '', ongoingAlert(record.saved())]),
      );
    },
    takeProcesses() {
      if (culprits.count(ongoing.values())) changed();
    },
    recall(those) {
      const late = takeUp(those, moment(), options.min_interval);
      lastId = Math.max(lastId, late.lastId);
      events = [...events, ...late.records];
      for (const [key, record] of late.waiting) {
        if (ongoing.has(key)) settle(record, moment());
        else past.waiting.set(key, record);
      }
      if (late.waiting.size > 0) planGivingUp(late.patienceMs);
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
    lasting,
    recent() {
      const isOver = (record: EventRecord): boolean =>
        !record.isOngoing && past.waiting.get(record.key) !== record;
      return [...lasting(), ...listed().filter(isOver).map(savedOf)].sort((a, b) => b.id - a.id);
    },
    isKnown: (id) => ![...ongoing.values()].some((record) => record.id === id && record.isUnknown),
    current(id) {
      const hasId = (record: EventRecord): boolean => record.id === id;
      const waiting = [...past.waiting.values()].find(hasId);
      if (waiting) return lastingStill(waiting).event;
      return [...ongoing.values(), ...events].find(hasId)?.served() ?? null;
    },
  };
}
