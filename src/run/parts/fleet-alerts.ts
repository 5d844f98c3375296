/** Notifies about alerts of a hub's servers: each becomes an alert of this hub, with the same delays. */
import { keyOf, type AlertChange, type EventChangeKind, type SavedEvent } from '../../core/event.ts';
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import { inSlices, Slice } from '../../core/slice.ts';
import type { Fleet } from '../../fleet/hub/fleet.ts';
import { createFleetAlerts, MOST_FLEET_ALERTS } from '../../fleet/hub/fleet-alerts.ts';
import type { Records } from '../../alerts/events/alert-records.ts';
import { type AlertBook, createAlertBook } from '../../alerts/events/book.ts';
import { type ClockMoment, restored } from '../../alerts/events/record.ts';
import { stepForeign } from '../../alerts/events/step.ts';
import { restoredPolicy } from '../../alerts/events/stored-alert.ts';
import { type AlertDelays, delaysIn, PROMPT } from '../../measure/levels/alert-delays.ts';
import { levelRules } from '../../measure/levels/rules.ts';
import { createFlood } from './flood.ts';
import type { EventJournal } from './agent-journal.ts';
import { createKept } from './reports.ts';

export interface FleetAlertsSetup {
  hub: Pick<Fleet, 'states'>;
  clock: Clock;
  /** All known plugins. */
  registry: readonly Plugin[];
  records: Records;
  /** In which alerts survive a restart; null: they do not. */
  journal: Pick<EventJournal, 'past' | 'take'> | null;
  /** Receives notifications. Resolves when all targets have queued them; never rejects. */
  onAlert(change: AlertChange): Promise<void>;
  /** Called when an alert is over. Must not throw. */
  onOver(saved: SavedEvent): void;
}

export interface WatchedFleet {
  readonly book: AlertBook;
  /** Begins to read the alerts of servers, once these are known. */
  start(): void;
  /** Changes are saved when it resolves. */
  stop(): Promise<void>;
}

const EVERY_MS = 5000;
/** The server has applied its own delay: alerts and their ends are notified at once. */
const WAITED: AlertDelays = { ...PROMPT, clearFor: 0 };
/** Has values of a plugin that this version does not know. */
const UNKNOWN: AlertDelays = { ...PROMPT, warningFor: 300, criticalFor: 60 };
/** Time for which momentary alerts are kept. */
const MOST = MOST_FLEET_ALERTS + 1000;

export function watchFleetAlerts(setup: FleetAlertsSetup): WatchedFleet {
  const { hub, clock, journal } = setup;
  const { alerts: all, stoppedAt } = journal?.past ?? { alerts: [], stoppedAt: 0 };
  const past = all.filter(({ saved }) => saved.server !== undefined);
  const flood = createFlood(clock, setup.onAlert, (saved) => happen('begin', saved));
  const kept = createKept(clock);
  const delaysOf = (saved: SavedEvent): AlertDelays =>
    alerts.isCalm(saved.server?.id ?? '') ? WAITED : delaysOfForeign(saved, setup.registry);
  const book = createAlertBook({
    clock,
    records: setup.records,
    isCurrent: ({ server }) => alerts.isCurrent(server?.id ?? ''),
    onAlert: flood.take,
    onOver: setup.onOver,
    onChange: async (change) =>
      journal === null ? undefined : kept(journal.take({ ...change, kind: 'server' })),
    keptMs: 0,
    most: MOST,
  });
  const moment = (): ClockMoment => ({ time: clock.now(), at: clock.monotonic() });
  const happen = (kind: EventChangeKind | null, saved: SavedEvent): void =>
    book.put(stepForeign(book.get(keyOf(saved)) ?? null, kind, saved, { now: moment(), delaysOf }));
  const alerts = createFleetAlerts({
    clock,
    past: past.map(({ saved }) => saved).filter(({ event }) => event.end === -1),
    stoppedAt: stoppedAt === 0 ? null : stoppedAt,
    onChange: happen,
  });
  const now = moment();
  book.add(
    past.map(({ saved, policy }) =>
      restored(saved, policy && restoredPolicy(saved, policy, now), stoppedAt, now),
    ),
  );
  let isStopped = false;
  let cancel = (): void => {};
  const look = async (): Promise<void> => {
    await inSlices(alerts.take(hub.states()), new Slice());
    if (!isStopped) cancel = clock.setTimer(() => void look(), EVERY_MS);
  };
  return {
    book,
    start: () => void look(),
    async stop() {
      isStopped = true;
      cancel();
      flood.stop();
      await book.stop();
    },
  };
}

/** This machine's default delay. Types start with the plugin: `CPU_IOWAIT`, `FS_/HOME`. */
function delaysOfForeign({ plugin, stat }: SavedEvent, registry: readonly Plugin[]): AlertDelays {
  const rules = registry.filter(({ name }) => name === plugin).flatMap(levelRules);
  const own = rules.find(({ rule }) => `${plugin}_${rule.header}` === stat) ?? rules[0];
  return own === undefined ? UNKNOWN : delaysIn(own.rule, []);
}
