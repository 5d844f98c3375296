/**
 * All alerts, one record per subject. Events begin and end with every value; notifications wait, survive short gaps, and are sent once
 * when an alert flaps. The list of events is not delayed.
 */
import type { StoredAlert } from '../../core/alert-policy.ts';
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
import type { Stepped } from './step.ts';
import {
  due,
  type Guards,
  handed,
  isForgotten,
  isTold,
  type PolicedAlert,
  tick,
  toldAtOf,
  wholeEvent,
} from './policy.ts';
import { storedPolicy } from './stored-alert.ts';

export interface AlertBookSetup {
  clock: Clock;
  /** Whether an alert's data are current; others wait with their notification. Default: all are. */
  isCurrent?(saved: SavedEvent): boolean;
  /** Whether an ongoing parent alert explains it. Default: none does. */
  hasParent?(saved: SavedEvent): boolean;
  /** Milliseconds for which an event that has ended may go on. */
  keptMs: number;
  /** Most alerts kept; the oldest is dropped first. Default: 1,000. */
  most?: number;
  /** Called on every change of an event, and before and after a notification. Resolves once it is kept, or cannot be. */
  onChange(change: AlertChangeEntry): Promise<void>;
  /**
   * Delivers notifications after `kept` resolves, so the next agent knows that targets may have them. Resolves when all targets'
   * queues have them; never rejects.
   */
  onAlert(change: AlertChange, kept: Promise<void>): Promise<void>;
  /** Called when an alert is over, notified or not. */
  onOver(saved: SavedEvent): void;
}

/** An alert that lasts. */
export interface StandingAlert extends SavedEvent {
  readonly stretches: Stretches | null;
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
  /** Notified alerts that are not over. */
  told(): WholeAlert[];
  /** Those that last, with the begin and the stretches of their alert; null: nothing is notified of it. */
  standing(): StandingAlert[];
  /** The same as events, and the moments of the last hour. */
  notified(): SavedEvent[];
  /** A notified alert by its number; null: it is over. */
  toldAlert(id: number): WholeAlert | null;
  /** Whether what is known of that alert is of now, and no other alert explains it: reminders of others tell nothing. */
  isCurrent(id: number): boolean;
  /** Those that last or are notified of, for a file. */
  stored(): StoredAlert[];
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
  const { clock, most = MOST, isCurrent = () => true, hasParent = () => false } = setup;
  const alerts = new Map<string, AlertRecord>();
  let cancelStep: (() => void) | null = null;
  /** Changes not queued for targets yet. */
  const handing = new Set<Promise<void>>();
  let isStopped = false;

  const moment = (): ClockMoment => ({ time: clock.now(), at: clock.monotonic() });
  const policed = (): PolicedAlert[] => [...alerts.values()].filter(isPoliced);
  const toldOf = (id: number): PolicedAlert | undefined =>
    policed().find(({ policy }) => isTold(policy) && policy.id === id);

  const keep = (kind: AlertChangeEntry['kind'], { saved, dropped, policy }: AlertRecord): Promise<void> =>
    setup.onChange({ ...saved, kind, dropped, policy: policy && storedPolicy(policy, moment()) });

  const arm = (at: number): void => {
    cancelStep?.();
    cancelStep = null;
    if (!isStopped && at !== Infinity) cancelStep = clock.setTimer(look, Math.max(at - clock.monotonic(), 0));
  };

  /**
   * Kept before targets can know of a change, and again once their queues have it: an agent killed in between notifies twice rather
   * than never.
   */
  const hand = (key: string, kind: AlertChangeKind, wasFlapping: boolean): void => {
    const alert = replaced(key, (policy) => handed(policy, kind));
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
    const queued = setup.onAlert(change, keep('told', alert)).then(() => {
      handing.delete(queued);
      const now = replaced(key, (one) => (one.handed === policy.handed ? { ...one, unsent: null } : one));
      arm(clock.monotonic());
      return now?.policy.unsent === null ? keep('told', now) : undefined;
    });
    handing.add(queued);
  };

  const replaced = (key: string, change: (policy: Policy) => Policy): PolicedAlert | null => {
    const alert = alerts.get(key);
    if (alert === undefined || !isPoliced(alert)) return null;
    const next = { ...alert, policy: change(alert.policy) };
    alerts.set(key, next);
    return next;
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
      if (told !== null) hand(key, told, before.phase === 'flapping');
      const isOver = policy.phase === 'over' && before.phase !== 'over';
      if (isOver) setup.onOver(saved);
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
      for (const kind of changes) void keep(kind, alert);
      if (told !== null) hand(key, told, false);
      if (told === 'begin') setup.onOver(saved);
      if (policy === null || changes.length === 0) return;
      arm(clock.monotonic());
    },
    add(some) {
      if (some.length === 0) return;
      for (const alert of some) alerts.set(keyOf(alert.saved), alert);
      arm(clock.monotonic());
    },
    renew: () => arm(Math.min(...policed().map(due))),
    told: () =>
      policed()
        .map((alert) => wholeAlert(alert, moment()))
        .filter(({ toldAt }) => toldAt !== null),
    notified: () =>
      policed().flatMap((alert) => {
        if (isTold(alert.policy)) return wholeAlert(alert, moment());
        return alert.policy.phase === 'over' && isMoment(alert.saved) ? alert.saved : [];
      }),
    toldAlert(id) {
      const alert = toldOf(id);
      return alert === undefined ? null : wholeAlert(alert, moment());
    },
    standing: () => [...alerts.values()].filter(isLasting).map((alert) => standing(alert, moment())),
    isCurrent(id) {
      const alert = toldOf(id);
      return (
        alert === undefined || (alert.raw !== 'unknown' && isCurrent(alert.saved) && !hasParent(alert.saved))
      );
    },
    stored: () =>
      [...alerts.values()].flatMap(({ saved, raw, policy }) =>
        raw === 'over' && policy === null ? [] : { saved, policy: policy && storedPolicy(policy, moment()) },
      ),
    async stop() {
      isStopped = true;
      cancelStep?.();
      await Promise.all(handing);
    },
  };
}

/** All events of an alert, with its newest value and the threshold of the level that is notified. */
function wholeAlert(alert: PolicedAlert, now: ClockMoment, isOver = false): WholeAlert {
  const { saved, thresholds, policy } = alert;
  const { reading } = saved;
  const toldAt = toldAtOf(policy);
  const level = (policy.told ?? saved.event.state) === 'CRITICAL' ? 'critical' : 'warning';
  return {
    ...saved,
    ...(reading && thresholds && { reading: { ...reading, threshold: thresholds[level] } }),
    id: policy.id,
    event: wholeEvent(alert, isOver),
    stretches: stretchesOf(policy, now),
    toldAt: toldAt === null ? null : timeOf(toldAt, now),
  };
}

const stretchesOf = ({ stretches }: Policy, now: ClockMoment): Stretches => ({
  ...stretches,
  since: stretches.since === null ? null : timeOf(stretches.since, now),
});

function standing({ saved, policy }: AlertRecord, now: ClockMoment): StandingAlert {
  if (policy === null || policy.phase === 'over') return { ...saved, stretches: null };
  return {
    ...saved,
    event: { ...saved.event, begin: policy.begin },
    stretches: stretchesOf(policy, now),
  };
}
