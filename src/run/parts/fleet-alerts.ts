/** Notifies about alerts of a hub's servers: each becomes an alert of this hub, with the same delays. */
import type { AlertChange, SavedEvent } from '../../core/event.ts';
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import { inSlices, Turns } from '../../core/turns.ts';
import type { Fleet } from '../../fleet/hub/fleet.ts';
import { createFleetAlerts, MOST_FLEET_ALERTS } from '../../fleet/hub/fleet-alerts.ts';
import { type Calm, createCalm } from '../../alerts/calm/calm.ts';
import { type Patience, patienceIn, PROMPT } from '../../measure/levels/patience.ts';
import { levelRules } from '../../measure/levels/rules.ts';
import { createFlood } from './flood.ts';
import type { KeptAlerts } from './kept-alerts.ts';
import { createReports } from './reports.ts';

export interface FleetAlertsSetup {
  hub: Pick<Fleet, 'states'>;
  clock: Clock;
  /** All known plugins. */
  registry: readonly Plugin[];
  /** File in which alerts survive a restart; null: none. */
  kept: KeptAlerts | null;
  /** When the previous run was last seen, milliseconds since the epoch; 0: never. */
  stoppedAt: number;
  /** Receives notifications. Resolves when all targets have queued them; never rejects. */
  onAlert(change: AlertChange): Promise<void>;
  /** Called when an alert is over. Must not throw. */
  onOver(saved: SavedEvent): void;
}

export interface WatchedFleet {
  readonly calm: Calm;
  /** Begins to read the alerts of servers, which are known by then. */
  start(): void;
  /** Changes are saved when it resolves. */
  stop(): Promise<void>;
}

const EVERY_MS = 5000;
/** The server has applied its own delay: alerts and their ends are notified at once. */
const WAITED: Patience = { ...PROMPT, clearFor: 0 };
/** Has values of a plugin that this version does not know. */
const UNKNOWN: Patience = { ...PROMPT, warningFor: 300, criticalFor: 60 };
/** Time for which momentary alerts are kept. */
const MOST = MOST_FLEET_ALERTS + 1000;

export function watchFleetAlerts(setup: FleetAlertsSetup): WatchedFleet {
  const { hub, clock, kept, stoppedAt } = setup;
  const flood = createFlood(clock, setup.onAlert);
  const reports = createReports(clock);
  const isCurrent = ({ server }: SavedEvent): boolean => alerts.isCurrent(server?.id ?? '');
  const calm = createCalm({
    clock,
    patienceOf: (saved) =>
      alerts.isCalm(saved.server?.id ?? '') ? WAITED : patienceOfForeign(saved, setup.registry),
    isCurrent,
    current: (id) => alerts.current(id),
    onAlert: (change, saved) => reports.after(() => flood.take(change), saved),
    onOver: setup.onOver,
    save: async (all) => kept?.save(all),
    most: MOST,
  });
  const stored = kept?.stored() ?? [];
  const past = stored.filter(({ isRaised }) => isRaised).map(({ saved }) => saved);
  const alerts = createFleetAlerts({
    clock,
    past,
    stoppedAt: stoppedAt === 0 ? null : stoppedAt,
    onChange: calm.change,
  });
  calm.load(stored, { events: past, lastId: 0, stoppedAt });
  const turns = new Turns(() => clock.monotonic());
  let isStopped = false;
  let cancel = (): void => {};
  const look = async (): Promise<void> => {
    await inSlices(alerts.take(hub.states()), turns.begin());
    if (!isStopped) cancel = clock.setTimer(() => void look(), EVERY_MS);
  };
  return {
    calm,
    start: () => void look(),
    async stop() {
      isStopped = true;
      cancel();
      flood.stop();
      await calm.stop();
    },
  };
}

/** This machine's default delay. Types start with the plugin: `CPU_IOWAIT`, `FS_/HOME`. */
function patienceOfForeign({ plugin, stat }: SavedEvent, registry: readonly Plugin[]): Patience {
  const rules = registry.filter(({ name }) => name === plugin).flatMap(levelRules);
  const own = rules.find(({ rule }) => `${plugin}_${rule.header}` === stat) ?? rules[0];
  return own === undefined ? UNKNOWN : patienceIn(own.rule, []);
}
