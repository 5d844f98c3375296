/**
 * Turns events into notified alerts. Events begin and end with every value; alerts wait, survive short gaps, and are reported once
 * when they flap. The event list is not delayed.
 */
import {
  type AlertChange,
  type AlertChangeKind,
  type AlertEvent,
  type EventChange,
  isOld,
  type PastEvents,
  type SavedEvent,
} from '../../core/event.ts';
import type { Clock } from '../../core/host.ts';
import type { EventEngine } from '../events/engine.ts';
import { keyOf } from '../events/record.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { clearThreshold, type Patience } from '../../measure/levels/patience.ts';
import { CalmAlert } from './alert.ts';
import type { StoredAlert } from './stored-alert.ts';

export interface CalmSetup {
  clock: Clock;
  /** When an alert is notified that no verdict is about. */
  patienceOf(saved: SavedEvent): Patience;
  /** Whether an alert's data are current; others wait with their notification. Default: all are. */
  isCurrent?(saved: SavedEvent): boolean;
  /** Whether an ongoing parent alert explains it. Default: none does. */
  hasParent?(saved: SavedEvent): boolean;
  /** Most alerts kept; the oldest is dropped first. Default: 1,000. */
  most?: number;
  /** An event as it is now, by its number. */
  current(id: number): AlertEvent | null;
  /**
   * Delivers notifications after `kept` resolves, so the next agent knows that targets may have them. Resolves when all targets'
   * queues have them; never rejects.
   */
  onAlert(change: AlertChange, kept: Promise<void>): Promise<void>;
  /** Called when an alert is over, notified or not. */
  onOver(saved: SavedEvent): void;
  /** Saves the alerts; rejects with a reason. */
  save(alerts: readonly StoredAlert[]): Promise<void>;
}

/** An alert that was notified. */
export interface ToldAlert {
  readonly saved: SavedEvent;
  /** Milliseconds since the epoch. */
  readonly toldAt: number;
}

export interface Calm {
  /**
   * Adopts the previous agent's alerts.
   * @param stored null: none were stored, so all its ongoing events count as notified
   */
  load(stored: readonly StoredAlert[] | null, past: PastEvents): void;
  /** Takes all verdicts on a new snapshot. @param judge hands them to the events, whose changes `change` takes during that */
  take(plugin: string, verdicts: readonly LevelVerdict[], judge: () => void): void;
  change(change: EventChange): void;
  /** Notified alerts that are not over. */
  told(): ToldAlert[];
  /** The same as events, and the moments of the last hour. */
  notified(): SavedEvent[];
  /** A notified alert by its number; null: it is over. */
  current(id: number): AlertEvent | null;
  /** Whether what is known of that alert is of now, and no other alert explains it: reminders of others tell nothing. */
  isCurrent(id: number): boolean;
  /** Resolves once all changes are saved. */
  stop(): Promise<void>;
}

/** More than people can read. */
const MOST = 1000;
/** Milliseconds within which changes are saved together. */
const SAVE_MS = 500;

/** Once a parent is over, its children may need a check or two to recover. */
const AFTER_PARENT_MS = 150_000;

/** Interval of checks for due notifications. */
const STEP_MS = 1000;

const NONE: readonly LevelVerdict[] = [];

export function createCalm(setup: CalmSetup): Calm {
  const { clock, most = MOST, isCurrent = () => true, hasParent = () => false } = setup;
  const alerts = new Map<string, CalmAlert>();
  let pass = 0;
  let verdicts = NONE;
  let cancelStep: (() => void) | null = null;
  let cancelSave: (() => void) | null = null;
  let saving: Promise<void> = Promise.resolve();
  /** A save that has not started; it includes all changes up to then. */
  let queuedSave: Promise<void> | null = null;
  /** Changes not queued for targets yet. */
  const handing = new Set<Promise<void>>();
  let isStopped = false;

  const ahead = (): number => clock.now() - clock.monotonic();

  /** Never rejects. */
  const save = (): Promise<void> => {
    cancelSave?.();
    cancelSave = null;
    if (queuedSave !== null) return queuedSave;
    const write = async (): Promise<void> => {
      queuedSave = null;
      await setup.save([...alerts.values()].map((alert) => alert.stored(ahead()))).catch(() => undefined);
    };
    saving = saving.then(write);
    return (queuedSave = saving);
  };
  const saveSoon = (): void => {
    cancelSave ??= clock.setTimer(() => void save(), SAVE_MS);
  };
  const changed = (): void => {
    saveSoon();
    arm(0);
  };

  const arm = (ms: number): void => {
    cancelStep?.();
    cancelStep = isStopped || ms === Infinity ? null : clock.setTimer(step, Math.max(ms, 0));
  };

  /**
   * Saved before targets can know of a change, and again once their queues have it: an agent killed in between notifies twice rather
   * than never.
   */
  const hand = (alert: CalmAlert, change: AlertChange): void => {
    const handed = alert.hand(change.kind);
    const queued = setup.onAlert(change, save()).then(() => {
      handing.delete(queued);
      alert.arrived(handed);
      changed();
    });
    handing.add(queued);
  };

  /** Due, but held back for now. */
  const isHeld = (alert: CalmAlert, at: number): boolean => {
    if (!alert.isRaised || alert.due() > at) return false;
    // Its plugin may have stalled: the last value says nothing of now.
    if (!isCurrent(alert.saved)) return true;
    if (hasParent(alert.saved)) alert.heldUntil = at + AFTER_PARENT_MS;
    return at < alert.heldUntil;
  };

  /** Notifies of what is due. */
  const step = (): void => {
    cancelStep = null;
    const at = clock.monotonic();
    let hasChanged = false;
    let next = Infinity;
    for (const [key, alert] of alerts) {
      const { isFlapping, isOver } = alert;
      const kind = isHeld(alert, at) ? null : alert.step(at);
      if (kind !== null) notify(alert, kind, isFlapping);
      if (alert.isOver && !isOver) setup.onOver(alert.saved);
      if (alert.isForgotten(at)) alerts.delete(key);
      hasChanged ||= kind !== null || alert.isOver !== isOver;
      next = Math.min(next, alert.due());
    }
    if (hasChanged) saveSoon();
    arm(Math.max(next - clock.monotonic(), STEP_MS));
  };

  const notify = (alert: CalmAlert, kind: AlertChangeKind, wasFlapping: boolean): void => {
    const { saved } = alert;
    const isMoment = kind === 'begin' && saved.event.end !== -1;
    hand(alert, {
      ...saved,
      id: alert.id,
      event: isMoment ? saved.event : alert.event(alert.isRaised ? setup.current(saved.id) : null, kind),
      kind,
      ...((kind === 'flapping' || (wasFlapping && kind === 'end')) && { raises: alert.raises }),
    });
  };

  const happened = (alert: CalmAlert, saved: SavedEvent, at: number): void => {
    const kind = alert.happen(saved, at);
    if (kind !== null) notify(alert, kind, false);
    if (kind === 'begin') setup.onOver(saved);
  };

  const remember = (key: string, alert: CalmAlert): CalmAlert => {
    alerts.set(key, alert);
    const [oldest] = alerts.keys();
    if (alerts.size > most && oldest !== undefined) alerts.delete(oldest);
    return alert;
  };

  const verdictOn = ({ field, identity }: SavedEvent): LevelVerdict | undefined =>
    verdicts.find((verdict) => verdict.field === field && verdict.identity === identity);

  /** Patience may change with the configuration. */
  const heed = (alert: CalmAlert, { patience, thresholds, rule }: LevelVerdict): void => {
    const hasWarning = rule.state !== undefined || thresholds.warning !== null;
    alert.patience = hasWarning ? patience : { ...patience, warningFor: Infinity };
  };

  /** Looks at the values of alerts: how bad they are, and whether they are clear. */
  const look = (plugin: string): void => {
    const own = [...alerts].filter(([, { saved }]) => saved.plugin === plugin && !saved.finding);
    if (own.length === 0) return;
    const at = clock.monotonic();
    const byKey = new Map(own);
    for (const verdict of verdicts) {
      const { field, identity, level } = verdict;
      const alert = byKey.get(keyOf({ plugin, field, identity }));
      if (alert === undefined) continue;
      heed(alert, verdict);
      alert.pass = pass;
      // Nobody knows how bad it is while it cannot be measured.
      if (level === 'ERROR') continue;
      if (alert.isRaised) alert.see(level === 'CRITICAL', at);
      else alert.seeFine(isClear(verdict), at);
    }
    // An item that is gone has no value that could be clear.
    for (const [, alert] of own) if (alert.pass !== pass && !alert.isRaised) alert.seeFine(true, at);
    arm(Math.min(...[...alerts.values()].map((alert) => alert.due())) - at);
  };

  return {
    load(stored, { events, stoppedAt }) {
      const at = clock.monotonic();
      const lasting = events.filter(({ event }) => event.end === -1);
      const ids = new Set(lasting.map(({ id }) => id));
      for (const one of stored ??
        lasting.filter((saved) => !isOld(saved)).map((saved) => toldBefore(saved, stoppedAt))) {
        const alert = CalmAlert.restore(one, ahead(), at);
        const key = keyOf(one.saved);
        if (alerts.has(key)) continue;
        if (alert.isRaised && !ids.has(one.saved.id)) alert.lose(at);
        remember(key, alert);
      }
      // Where there is no list, it is taken for granted that all ongoing events were notified.
      void save();
      arm(0);
    },
    take(plugin, given, judge) {
      pass += 1;
      verdicts = given;
      judge();
      if (alerts.size > 0) look(plugin);
      verdicts = NONE;
    },
    change({ kind, dropped, ...saved }) {
      const at = clock.monotonic();
      const key = keyOf(saved);
      const verdict = verdictOn(saved);
      const known = alerts.get(key);
      const begun = kind === 'continue' ? at - Math.max(clock.now() - saved.event.begin * 1000, 0) : at;
      // A failure that existed before startup, and that people know of.
      const isIgnored = kind === 'end' || isOld(saved);
      if (known === undefined && isIgnored) return;
      const alert = known ?? remember(key, CalmAlert.of(saved, begun));
      if (verdict !== undefined) heed(alert, verdict);
      else alert.patience = setup.patienceOf(saved);
      if (kind === 'begin' && saved.event.end !== -1) happened(alert, saved, at);
      else if (known === undefined) alert.raise(saved, begun);
      else if (kind === 'end') alert.end(saved, dropped, verdict === undefined || isClear(verdict), at);
      else if (kind === 'level') alert.worsen(saved, at);
      else if (kind === 'continue') alert.continue(saved);
      else alert.raise(saved, at, kind === 'resume');
      changed();
    },
    told: () =>
      [...alerts.values()].flatMap((alert) =>
        alert.toldAt === null ? [] : { saved: asOne(alert), toldAt: alert.toldAt + ahead() },
      ),
    notified: () =>
      [...alerts.values()].flatMap((alert) =>
        alert.isTold ? asOne(alert) : alert.isOver && isMoment(alert.saved) ? alert.saved : [],
      ),
    current(id) {
      const alert = [...alerts.values()].find((one) => one.isTold && one.id === id);
      if (alert === undefined) return null;
      return alert.event(alert.isRaised ? setup.current(alert.saved.id) : null);
    },
    isCurrent(id) {
      const alert = [...alerts.values()].find((one) => one.isTold && one.id === id);
      return alert === undefined || (isCurrent(alert.saved) && !hasParent(alert.saved));
    },
    async stop() {
      isStopped = true;
      cancelStep?.();
      await Promise.all(handing);
      await (cancelSave === null ? saving : save());
    },
  };
}

/** All events of an alert. */
const asOne = (alert: CalmAlert): SavedEvent => ({ ...alert.saved, id: alert.id, event: alert.event(null) });

/** It was over when it began. */
const isMoment = ({ finding, event }: SavedEvent): boolean =>
  finding !== undefined && event.end === event.begin;

/** The engine, whose verdicts the alerts see too. */
export const watchedBy = (calm: Calm, engine: EventEngine): EventEngine => ({
  ...engine,
  take: (plugin, verdicts, time) => calm.take(plugin, verdicts, () => engine.take(plugin, verdicts, time)),
});

/** Whether a value that is not in alarm is beyond its clear threshold. */
function isClear(verdict: LevelVerdict): boolean {
  const { value, rule, log } = verdict;
  const limit = clearThreshold(verdict);
  if (rule.state !== undefined || value === null || limit === null || !log) return true;
  return rule.lowerIsWorse === true ? value > limit : value < limit;
}

/** An ongoing event of a version that notified of all events at once. */
const toldBefore = (saved: SavedEvent, stoppedAt: number): StoredAlert => {
  const { id, event } = saved;
  const at = event.begin * 1000;
  return {
    saved,
    id,
    begin: event.begin,
    earlier: null,
    phase: 'told',
    told: event.state,
    toldAt: Math.min(at, stoppedAt),
    isRaised: true,
    raisedAt: at,
    criticalSince: event.state === 'CRITICAL' ? at : null,
    clearSince: null,
    raises: [at],
    unsettledSince: at,
    count: 1,
    wasTold: true,
  };
};
