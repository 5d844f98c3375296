/**
 * All alerts, one record per subject. Events begin and end with every value; notifications wait, survive short gaps, and are sent once
 * when an alert flaps. The list of events is not delayed.
 */
import type { Records } from './alert-records.ts';
import type { Stretches } from '../../core/stretches.ts';
import {
  keyOf,
  type AlertChange,
  type AlertChangeKind,
  type SavedEvent,
  type WholeAlert,
} from '../../core/event.ts';
import type { AlertChangeEntry } from '../../history/events/entry.ts';
import type { Clock } from '../../core/host.ts';
import { type AlertRecord, type ClockMoment, isLasting, type Policy, timeOf } from './record.ts';
import type { OngoingEvent } from '../../core/alert.ts';
import type { Stepped } from './step-policy.ts';
import {
  due,
  type Guards,
  isForgotten,
  isSettled,
  isTold,
  type PolicedAlert,
  tick,
  undecided,
  wholeEvent,
} from './policy.ts';
import { storedPolicy } from './stored-alert.ts';
import { NOTHING_TOLD, retained } from './told.ts';
import type { ToldMemory } from './told-memory.ts';

export interface AlertBookSetup {
  clock: Clock;
  records: Records;
  /** True if an alert's data are current; others wait with their notification. Default: always. */
  isCurrent?(saved: SavedEvent): boolean;
  /** True if an ongoing parent alert explains it. Default: never. */
  hasParent?(saved: SavedEvent): boolean;
  /** Milliseconds for which an event that has ended may go on. */
  keptMs: number;
  /** Most alerts kept; the oldest is dropped first. Default: 1,000. */
  most?: number;
  /** Called on every change of an event, and of what targets were told. Resolves once it is kept, or cannot be. */
  onChange(change: AlertChangeEntry): Promise<void>;
  /**
   * Delivers notifications: decides for each target, saves that, and puts them into queues. Resolves when all queues have them; never
   * rejects.
   */
  onAlert(change: AlertChange): Promise<void>;
  /** Called when an alert is over, notified or not. */
  onOver(saved: SavedEvent): void;
}

export interface AlertBook {
  get(key: string): AlertRecord | undefined;
  /** In the order in which they were raised. */
  all(): Iterable<AlertRecord>;
  /** Takes what an observation has made of an alert. */
  put(stepped: Stepped): void;
  /** Takes over alerts of the agent before. */
  add(alerts: readonly AlertRecord[]): void;
  /** Looks for what is due, at once or when it is: values may have changed what that is. */
  renew(): void;
  /** State of each alert at each target. */
  readonly memory: ToldMemory;
  /** Those that last, with the begin and the stretches of their alert. */
  standing(): OngoingEvent[];
  /** Returns the notified events, and the moments of the last hour. */
  notified(): SavedEvent[];
  /** A notified alert by the key of its record; null: it is over. */
  current(subject: string): WholeAlert | null;
  /** True if the state of an alert is known, and no other alert explains it: others need no reminder. */
  isCurrent(subject: string): boolean;
  /** Resolves once the queues of targets have all changes. */
  stop(): Promise<void>;
}

/** More than people can read. */
const MOST = 1000;
/** Interval of checks for due notifications. */
const STEP_MS = 1000;

const isPoliced = (alert: AlertRecord): alert is PolicedAlert => alert.policy !== null;

/** It was over when it began. */
const isMoment = ({ finding, event }: SavedEvent): boolean =>
  finding !== undefined && event.end === event.begin;

export function createAlertBook(setup: AlertBookSetup): AlertBook {
  const { clock, records: alerts, most = MOST, isCurrent = () => true, hasParent = () => false } = setup;
  let cancelStep: (() => void) | null = null;
  /** Changes not queued for targets yet. */
  const handing = new Set<Promise<void>>();
  /** Keys of alerts whose targets have changed since they were last saved, and their writes that run. */
  const unsaved = new Set<string>();
  const saving = new Map<string, Promise<void>>();
  let isStopped = false;

  const moment = (): ClockMoment => ({ time: clock.now(), at: clock.monotonic() });
  const policed = (): PolicedAlert[] => [...alerts.values()].filter(isPoliced);

  const arm = (at: number): void => {
    cancelStep?.();
    cancelStep = null;
    if (!isStopped && at !== Infinity) cancelStep = clock.setTimer(look, Math.max(at - clock.monotonic(), 0));
  };

  /** Delivers a change. An agent killed before it is decided does so again. */
  const hand = (key: string, kind: AlertChangeKind, wasFlapping: boolean): void => {
    const alert = replaced(key, (policy) => undecided(policy, kind));
    if (alert === null) return;
    const { saved, policy } = alert;
    const isOver = kind === 'begin' && saved.event.end !== -1;
    const whole = wholeAlert(alert, moment(), kind === 'end');
    const change: AlertChange = {
      ...whole,
      event: isOver ? saved.event : whole.event,
      kind,
      ...((kind === 'flapping' || (wasFlapping && kind === 'end')) && { raises: policy.count }),
    };
    unsaved.add(key);
    const queued = setup.onAlert(change).then(() => {
      handing.delete(queued);
      const now = replaced(key, (one) => ({ ...one, undecided: null }));
      arm(clock.monotonic());
      return now === null ? undefined : save(key);
    });
    handing.add(queued);
  };

  const write = (key: string, kind: AlertChangeEntry['kind']): void => {
    const alert = alerts.get(key);
    if (alert === undefined) return;
    unsaved.delete(key);
    const { saved, dropped, policy } = alert;
    const kept = { ...saved, kind, dropped, policy: policy && storedPolicy(policy, moment()) };
    const written = setup.onChange(kept);
    saving.set(key, written);
    void written.then(() => saving.get(key) === written && saving.delete(key));
  };

  const save = async (key: string): Promise<void> => {
    if (unsaved.has(key)) write(key, 'told');
    await saving.get(key);
  };

  const replaced = (key: string, change: (policy: Policy) => Policy): PolicedAlert | null => {
    const alert = alerts.get(key);
    if (alert === undefined || !isPoliced(alert)) return null;
    const next = { ...alert, policy: change(alert.policy) };
    alerts.set(key, next);
    return next;
  };

  const setTargets = (key: string, targets: Policy['targets']): void => {
    unsaved.add(key);
    replaced(key, (policy) => ({ ...policy, targets, undecided: null }));
  };

  const memory: ToldMemory = {
    has: (key) => alerts.has(key),
    get: (key, target) => alerts.get(key)?.policy?.targets[target] ?? NOTHING_TOLD,
    set(key, target, state) {
      setTargets(key, { ...alerts.get(key)?.policy?.targets, [target]: state });
      // It may be forgotten now.
      if (state.told === 'none' && state.pending.length === 0) arm(clock.monotonic());
    },
    all: (target) =>
      [...alerts].flatMap(([key, { policy }]) => {
        const state = policy?.targets[target];
        return state === undefined ? [] : [[key, state]];
      }),
    saved: save,
    retain(targets) {
      for (const [key, { policy }] of alerts) {
        const left = retained(policy?.targets ?? {}, targets);
        if (policy !== null && left !== policy.targets) setTargets(key, left);
      }
      arm(clock.monotonic());
    },
  };

  /** Notifies of what is due. */
  const look = (): void => {
    cancelStep = null;
    const at = clock.monotonic();
    let next = Infinity;
    for (const [key, alert] of alerts) {
      if (!isPoliced(alert)) continue;
      const { saved, policy: before } = alert;
      const guards = (): Guards => ({ isCurrent: isCurrent(saved), hasParent: hasParent(saved) });
      const [policy, told] = tick(alert, at, guards);
      alerts.set(key, { ...alert, policy });
      const isOver = policy.phase === 'over' && before.phase !== 'over';
      if (isOver) setup.onOver(saved);
      if (told !== null) hand(key, told, before.phase === 'flapping');
      const after = alerts.get(key) as PolicedAlert;
      if (isForgotten(after.policy, at)) alerts.set(key, { ...after, policy: null });
      next = Math.min(next, due(after));
    }
    for (const [key, { raw, endedAt, policy }] of alerts)
      if (raw === 'over' && policy === null && at - (endedAt ?? at) >= setup.keptMs) alerts.delete(key);
    arm(next === Infinity ? next : Math.max(next, at + STEP_MS));
  };

  const dropOldest = (): void => {
    for (const [key, { raw }] of alerts) if (raw === 'over') return void alerts.delete(key);
  };

  return {
    get: (key) => alerts.get(key),
    all: () => alerts.values(),
    put({ alert, changes, told }) {
      const { saved, policy } = alert;
      const key = keyOf(saved);
      if (alerts.get(key)?.raw === 'over' && alert.raw !== 'over') alerts.delete(key);
      alerts.set(key, alert);
      if (alerts.size > most) dropOldest();
      if (told === 'begin') setup.onOver(saved);
      if (told !== null) hand(key, told, false);
      // With what is decided for each target.
      for (const kind of changes) write(key, kind);
      if (policy === null || changes.length === 0) return;
      arm(clock.monotonic());
    },
    add(some) {
      if (some.length === 0) return;
      for (const alert of some) alerts.set(keyOf(alert.saved), alert);
      arm(clock.monotonic());
    },
    renew: () => arm(Math.min(...policed().map(due))),
    memory,
    notified: () =>
      policed().flatMap((alert) => {
        if (isTold(alert.policy)) return wholeAlert(alert, moment());
        const isOld = isSettled(alert.policy, clock.monotonic());
        return alert.policy.phase === 'over' && isMoment(alert.saved) && !isOld ? alert.saved : [];
      }),
    current(subject) {
      const alert = alerts.get(subject);
      return alert !== undefined && isPoliced(alert) && isTold(alert.policy)
        ? wholeAlert(alert, moment())
        : null;
    },
    standing: () => [...alerts.values()].filter(isLasting).map((alert) => standing(alert, moment())),
    isCurrent(subject) {
      const alert = alerts.get(subject);
      return (
        alert?.raw !== 'unknown' &&
        (alert === undefined || (isCurrent(alert.saved) && !hasParent(alert.saved)))
      );
    },
    async stop() {
      isStopped = true;
      cancelStep?.();
      await Promise.all(handing);
    },
  };
}

/** All events of an alert, with its newest value and the threshold that this has reached, as far as the level is notified. */
function wholeAlert(alert: PolicedAlert, now: ClockMoment, isOver = false): WholeAlert {
  const { saved, thresholds, policy } = alert;
  const { reading } = saved;
  const level = policy.told === 'WARNING' ? policy.told : alert.level;
  const threshold = thresholds?.[level === 'CRITICAL' ? 'critical' : 'warning'] ?? null;
  return {
    ...saved,
    ...(reading && thresholds && { reading: { ...reading, threshold, level } }),
    id: policy.id,
    event: wholeEvent(alert, isOver),
    stretches: stretchesOf(policy, now),
  };
}

const stretchesOf = ({ stretches }: Policy, now: ClockMoment): Stretches => ({
  ...stretches,
  since: stretches.since === null ? null : timeOf(stretches.since, now),
});

function standing({ saved, policy }: AlertRecord, now: ClockMoment): OngoingEvent {
  if (policy === null || policy.phase === 'over') return saved;
  const event = { ...saved.event, begin: policy.begin };
  return { ...saved, event, stretches: stretchesOf(policy, now) };
}
