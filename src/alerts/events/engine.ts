/**
 * Alerts of this machine, from verdicts on snapshots and findings of alert kinds, and the list of their events. An alarm begins
 * an event and updates it; the event ends if the value is normal, has no thresholds any more, or its item is gone. It continues
 * while the value cannot be measured.
 */
import { type Service, service } from '../../core/parts/service.ts';
import type { FailureRule, Findings, OngoingAlert } from '../../core/failure-rule.ts';
import {
  keyOf,
  type AlertEvent,
  type Clearing,
  type EventOptions,
  type KnownEvents,
  type SavedEvent,
} from '../../core/event.ts';
import type { PastAlerts } from '../../core/alert-policy.ts';
import { type AlertBook, type AlertBookSetup, createAlertBook } from './book.ts';
import { restoredPolicy } from './stored-alert.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import type { AlertDelays } from '../../measure/levels/alert-delays.ts';
import { GlobalMessage } from './global-message.ts';
import { nameOfCulprit } from '../../core/culprits.ts';
import { createCulprits } from './culprits.ts';
import type { ProcessWatch } from './process-watch.ts';
import { Spending } from './spending.ts';
import { goneOf, isNotable, type Observation, observationOf, observationOfFinding } from './observation.ts';
import { type AlertRecord, type ClockMoment, groupOf, isLasting, listedEvent, restored } from './record.ts';
import { adopted, type Circumstances, giveUp, inherited, step, stepMoment } from './step.ts';
import type { Stepped } from './step-policy.ts';

interface EventsSetup extends Omit<AlertBookSetup, 'keptMs'> {
  options: EventOptions;
  /** Null where processes are not sampled. */
  processes: ProcessWatch | null;
  /** When an alert is notified that no verdict is about. */
  delaysOf(saved: SavedEvent): AlertDelays;
  /** Takes the list, newest first, whenever it has changed. */
  publish(events: AlertEvent[]): void;
  /** Called after events were removed from the list. Must not throw. */
  onClear?(which: Clearing): void;
}

export interface EventEngine
  extends
    KnownEvents,
    Pick<AlertBook, 'memory' | 'current' | 'standing' | 'notified' | 'isCurrent' | 'stop'> {
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
  takeFindings(kind: FailureRule, found: Findings, isFirst: boolean, time: number): void;
  /** Ongoing alerts of a kind by subject, also those of which it is not known yet whether they go on. */
  ongoingOf(
    kind: FailureRule,
  ): ReadonlyMap<string, Omit<OngoingAlert, 'isAcknowledged'> & { readonly type: string }>;
  /** Notes a new process scan. */
  takeProcesses(): void;
  /**
   * Takes over the events and alerts of the agent before, at the start or once they are known. Values in alarm at that time keep
   * the event of this one.
   */
  restore(past: PastAlerts): void;
}
export const EventEngine: Service<EventEngine> = service<EventEngine>('events');

/** Longer than the first read of any plugin takes. */
const KIND_TIMEOUT_MS = 600_000;
/** Shorter pauses, such as updates and reboots, end no event. */
const SHORT_PAUSE_SECONDS = 300;

const byNewest = (a: SavedEvent, b: SavedEvent): number => b.id - a.id;

export function createEvents(setup: EventsSetup): EventEngine {
  const { clock, options } = setup;
  const book = createAlertBook({ ...setup, keptMs: options.min_interval * 1000 });
  const message = new GlobalMessage();
  const culprits = createCulprits(setup.processes);
  /** Listed events that have ended, newest first. */
  let ended: SavedEvent[] = [];
  let lastId = 0;
  let cancelFlush: (() => void) | null = null;

  const moment = (time = clock.now()): ClockMoment => ({ time, at: clock.monotonic() });
  const lastingAlerts = (): AlertRecord[] => [...book.all()].filter(isLasting);
  const lasting = (): SavedEvent[] => lastingAlerts().map(({ saved }) => saved);
  const shown = (): AlertRecord[] => lastingAlerts().filter(({ saved }) => saved.cleared !== true);

  const flush = (): void => {
    cancelFlush?.();
    cancelFlush = null;
    const now = moment();
    const listed = [
      ...shown().map((alert) => ({ ...alert.saved, event: listedEvent(alert, now) })),
      ...ended,
    ];
    setup.publish(
      listed
        .sort(byNewest)
        .slice(0, options.max_events)
        .map(({ event }) => event),
    );
  };
  /** Publishes once per turn, after all changes. */
  const changed = (): void => {
    cancelFlush ??= clock.setTimer(flush, 0);
  };

  /** Makes room: the oldest that has ended goes first; those that last are only left out of the list. */
  const trim = (): void => {
    ended = ended.slice(0, Math.max(options.max_events - shown().length, 0));
  };

  const about = (alert: AlertRecord | undefined, now = moment(), isOld = false): Circumstances => ({
    now,
    options,
    nextId: lastId + 1,
    message: message.text,
    isListed: alert !== undefined && ended.some(({ id }) => id === alert.saved.id),
    isOld,
    delaysOf: setup.delaysOf,
  });

  /** Takes what has become of an alert. */
  const keep = (before: AlertRecord | undefined, stepped: Stepped): void => {
    const { alert, changes } = stepped;
    const { saved } = alert;
    lastId = Math.max(lastId, saved.id);
    if (alert.raw !== 'over') ended = ended.filter(({ id }) => id !== saved.id);
    else if (changes.length > 0 && !alert.dropped && saved.cleared !== true)
      ended = [saved, ...ended.filter(({ id }) => id !== saved.id)].sort(byNewest);
    book.put(stepped);
    if (changes.length > 0) trim();
    if (changes.length > 0 || alert.saved !== before?.saved) changed();
  };

  const observe = (seen: Observation, now: ClockMoment, isOld = false): void => {
    const alert = book.get(keyOf(seen.subject));
    const stepped = step(alert ?? null, seen, about(alert, now, isOld));
    if (stepped !== null) keep(alert, stepped);
  };

  const giveUpWaiting = (isMeant: (saved: SavedEvent) => boolean): void => {
    for (const alert of lastingAlerts())
      if (alert.raw === 'waiting' && isMeant(alert.saved)) keep(alert, giveUp(alert, about(alert)));
  };

  return {
    take(plugin, verdicts, time) {
      const now = moment(time);
      message.note(plugin, verdicts);
      const own = new Map(
        [...book.all()]
          .filter((alert) => groupOf(alert) === plugin)
          .map(({ saved }) => [keyOf(saved), saved]),
      );
      const isKnown = own.size > 0;
      const fine = new Map<string, LevelVerdict>();
      for (const verdict of verdicts) {
        const isNews = isNotable(verdict);
        if (!isNews && !isKnown) continue;
        const key = keyOf({ plugin, ...verdict });
        if (!isNews) fine.set(key, verdict);
        else {
          observe(observationOf(plugin, verdict), now);
          own.delete(key);
        }
      }
      for (const [key, saved] of own) {
        const verdict = fine.get(key);
        observe(verdict === undefined ? goneOf(saved) : observationOf(plugin, verdict), now);
      }
      culprits.watch(lastingAlerts());
      if (isKnown) book.renew();
    },
    takeFindings(kind, { findings, unknown = [] }, isFirst, time) {
      const now = moment(time);
      const isSilent = kind.atStart !== 'notify';
      const found = new Set<string>();
      for (const one of findings) {
        const seen = observationOfFinding(kind, one);
        found.add(keyOf(seen.subject));
        const alert = book.get(keyOf(seen.subject));
        if (kind.isMoment === true) keep(alert, stepMoment(alert ?? null, seen, about(alert, now)));
        else observe(seen, now, isSilent && (isFirst || one.isOld === true));
      }
      for (const { saved } of lastingAlerts()) {
        if (saved.finding?.kind !== kind.name || found.has(keyOf(saved))) continue;
        const isUnknown = unknown === 'all' || unknown.includes(saved.identity ?? '');
        observe({ ...goneOf(saved), ...(isUnknown && { level: 'unknown', isClear: null }) }, now);
      }
    },
    ongoingOf: (kind) =>
      new Map(
        lasting().flatMap(({ identity, event: { type, state, begin }, finding }) =>
          finding?.kind === kind.name
            ? [[identity ?? '', { type, state, begin, details: finding.details }]]
            : [],
        ),
      ),
    takeProcesses() {
      const found = culprits.count([...book.all()], clock.monotonic());
      for (const [alert, [spending, one]] of found ?? []) {
        const event = { ...alert.saved.event, top: [...new Set(one.programs.map(nameOfCulprit))] };
        const saved = { ...alert.saved, event, culprits: one };
        book.put({ alert: { ...alert, saved, spending }, changes: [], told: null });
      }
      if (found !== null) changed();
    },
    restore(past) {
      const { events, stoppedAt } = past;
      const now = moment();
      lastId = Math.max(lastId, past.lastId);
      const before = restoredAlerts(past, now);
      const free = before.filter(({ saved }) => {
        const own = book.get(keyOf(saved));
        return own === undefined || own.raw === 'over';
      });
      for (const alert of before.filter((one) => !free.includes(one))) {
        const own = book.get(keyOf(alert.saved));
        if (own !== undefined) book.put({ alert: adopted(own, alert, now), changes: [], told: null });
        if (alert.raw !== 'waiting') continue;
        const { saved, dropped } = giveUp(alert, about(alert, now)).alert;
        void setup.onChange({ ...saved, kind: 'end', dropped, policy: null });
        if (!dropped) ended.push(saved);
      }
      book.add(
        free.map((alert) => {
          const own = book.get(keyOf(alert.saved))?.policy ?? null;
          return { ...alert, policy: own === null ? alert.policy : inherited(own, alert.policy) };
        }),
      );
      ended = [...ended, ...events.filter(({ event }) => event.end !== -1)].sort(byNewest);
      trim();
      if (events.length > 0) changed();
      if (free.every(({ raw }) => raw !== 'waiting')) return;
      // A clock that was set back says nothing of the pause.
      const pauseMs = Math.max(now.time - stoppedAt, 0);
      const waitMs = Math.max(SHORT_PAUSE_SECONDS, options.min_interval) * 1000 - pauseMs;
      clock.setTimer(() => giveUpWaiting(({ finding }) => finding === undefined), Math.max(waitMs, 0));
      // States outlast any pause: what their kind finds first decides, unless it finds nothing for long.
      clock.setTimer(() => giveUpWaiting(({ finding }) => finding !== undefined), KIND_TIMEOUT_MS);
    },
    clear(which) {
      const isMeant = ({ event: { state } }: SavedEvent): boolean => which === 'all' || state === 'WARNING';
      for (const alert of lastingAlerts())
        if (isMeant(alert.saved))
          book.put({
            alert: { ...alert, saved: { ...alert.saved, cleared: true } },
            changes: [],
            told: null,
          });
      ended = ended.filter((saved) => !isMeant(saved));
      flush();
      setup.onClear?.(which);
    },
    lasting,
    recent: () => [...lasting(), ...ended].sort(byNewest),
    memory: book.memory,
    notified: book.notified,
    current: book.current,
    standing: book.standing,
    isCurrent: book.isCurrent,
    stop: book.stop,
  };
}

/** Returns the newest event of each subject, with its notification state. */
function restoredAlerts({ events, alerts, stoppedAt }: PastAlerts, now: ClockMoment): AlertRecord[] {
  const newest = new Map<string, AlertRecord>();
  const add = (saved: SavedEvent): void => {
    const known = newest.get(keyOf(saved));
    if (known === undefined || (known.raw === 'over' && saved.event.end === -1))
      newest.set(keyOf(saved), restored(saved, null, stoppedAt, now));
  };
  for (const saved of events) add(saved);
  for (const { saved, policy, counted } of alerts) {
    if (policy === null || saved.server !== undefined) continue;
    const known = newest.get(keyOf(saved));
    // The newest event may have been too short for the list.
    const alert =
      known !== undefined && known.saved.id >= saved.id ? known : restored(saved, null, stoppedAt, now);
    const spending = counted === undefined ? null : Spending.restored(counted);
    newest.set(keyOf(saved), { ...alert, spending, policy: restoredPolicy(saved, policy, now) });
  }
  return [...newest.values()];
}
