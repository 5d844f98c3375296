/** Notifies about alerts of a hub's servers: each becomes an alert of this hub, with the same delays. */
import { keyOf, type AlertChange, type SavedEvent } from '../../core/event.ts';
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import { Slice } from '../../core/slice.ts';
import type { Fleet } from './fleet.ts';
import type { NotifiedAlerts } from './notified-alerts.ts';
import type { ServerState } from './state.ts';
import type { Records } from '../../alerts/events/alert-records.ts';
import { type AlertBook, createAlertBook } from '../../alerts/events/book.ts';
import {
  type AlertRecord,
  type ClockMoment,
  isLasting,
  restored,
  wholeSeconds,
} from '../../alerts/events/record.ts';
import { stepForeign } from '../../alerts/events/step.ts';
import { restoredPolicy } from '../../alerts/events/stored-alert.ts';
import { type AlertDelays, delaysIn, PROMPT } from '../../measure/levels/alert-delays.ts';
import { levelRules } from '../../measure/levels/rules.ts';
import { createFlood } from '../../alerts/events/flood.ts';
import type { EventJournal } from '../../history/events/agent-journal.ts';
import { createUntilSaved } from '../../alerts/events/until-saved.ts';
import { groupBy } from '../../core/group-by.ts';

interface FleetAlertsSetup {
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

interface WatchedFleet {
  readonly book: AlertBook;
  /** Begins to read the alerts of servers, once these are known. */
  start(): void;
  /** Changes are saved when it resolves. */
  stop(): Promise<void>;
}

const EVERY_MS = 5000;
/** Of all servers. */
const MOST_ALERTS = 4000;
/** Servers that are found on the network appear some time after the start. */
const START_MS = 60_000;
const GONE_MS = 600_000;
/** The server has applied its own delay: alerts and their ends are notified at once. */
const WAITED: AlertDelays = { ...PROMPT, clearFor: 0 };
/** Has values of a plugin that this version does not know. */
const UNKNOWN: AlertDelays = { ...PROMPT, warningFor: 300, criticalFor: 60 };

/** A server that has told its alerts. */
interface Known {
  seen: NotifiedAlerts;
  /** It answers, so that what is known of its alerts is of now. */
  isCurrent: boolean;
  /** Begins of the newest moments by key, in seconds: a server reports each for an hour. */
  readonly moments: Map<string, number>;
}

export function watchFleetAlerts(setup: FleetAlertsSetup): WatchedFleet {
  const { hub, clock, journal, records } = setup;
  const { alerts, stoppedAt } = journal?.past ?? { alerts: [], stoppedAt: 0 };
  const past = alerts.filter(({ saved }) => saved.server !== undefined);
  const moment = (): ClockMoment => ({ time: clock.now(), at: clock.monotonic() });
  const startedAt = moment();
  const servers = new Map<string, Known>();
  const knownOf = ({ server }: SavedEvent): Known | undefined => servers.get(server?.id ?? '');
  // Numbers of the alerts of this machine are small, and both go to the same targets.
  let lastId = past.reduce((most, { saved }) => Math.max(most, saved.id), startedAt.time);

  const flood = createFlood(clock, setup.onAlert, (saved) => take(saved));
  const untilSaved = createUntilSaved(clock);
  const book = createAlertBook({
    clock,
    records,
    isCurrent: (saved) => knownOf(saved)?.isCurrent === true,
    onAlert: flood.take,
    onOver: setup.onOver,
    onChange: async (change) =>
      journal === null ? undefined : untilSaved(journal.take({ ...change, kind: 'server' })),
    keptMs: 0,
    // With momentary alerts.
    most: MOST_ALERTS + 1000,
  });
  book.add(
    past.map(({ saved, policy }) =>
      restored(saved, policy && restoredPolicy(saved, policy, startedAt), stoppedAt, startedAt),
    ),
  );
  const delaysOf = (saved: SavedEvent): AlertDelays =>
    knownOf(saved)?.seen.isCalm === false ? delaysOfForeign(saved, setup.registry) : WAITED;
  const take = (saved: SavedEvent): void =>
    book.put(stepForeign(book.get(keyOf(saved)) ?? null, saved, { now: moment(), delaysOf }));
  const end = ({ saved }: AlertRecord): void =>
    take({
      ...saved,
      event: { ...saved.event, end: Math.max(saved.event.begin, wholeSeconds(clock.now())) },
    });

  const takeServer = (
    { server, verdict }: ServerState,
    { moments }: Known,
    { alerts: told }: NotifiedAlerts,
    lasting: readonly AlertRecord[],
    newsSince: number,
  ): void => {
    const { id, alias, name } = server;
    const about = { id, name: alias ?? name, notifies: verdict?.notifies === true };
    const found = new Set<string>();
    for (const { silenced, ...alert } of told) {
      const saved: SavedEvent = { ...alert, server: about };
      const { begin, end: ended } = saved.event;
      const key = keyOf(saved);
      if (ended !== -1) {
        if (begin <= (moments.get(key) ?? -1)) continue;
        moments.set(key, begin);
        if (!silenced && begin * 1000 >= newsSince) take({ ...saved, id: (lastId += 1) });
        continue;
      }
      found.add(key);
      const isNew = (records.get(key)?.raw ?? 'over') === 'over';
      if (!isNew) take(saved);
      else if (!silenced && records.size < MOST_ALERTS) take({ ...saved, id: (lastId += 1) });
    }
    for (const record of lasting) if (!found.has(keyOf(record.saved))) end(record);
  };

  /** Compares the servers with what is known of them. */
  const compare = async (): Promise<void> => {
    const passed = clock.monotonic() - startedAt.at;
    const lasting = groupBy([...records.values()].filter(isLasting), ({ saved }) => saved.server?.id ?? '');
    const present = new Set<string>();
    const slice = new Slice();
    for (const state of hub.states()) {
      const { status, notified } = state;
      const { id } = state.server;
      present.add(id);
      const before = servers.get(id);
      if (before) before.isCurrent = status === 'ONLINE';
      if (notified === null || status !== 'ONLINE' || before?.seen === notified) continue;
      // Events before the first reply of an added server are no news.
      const isStart = passed < START_MS;
      const newsSince = before ? 0 : isStart ? stoppedAt || startedAt.time : clock.now();
      const known: Known = { seen: notified, isCurrent: true, moments: before?.moments ?? new Map() };
      servers.set(id, known);
      takeServer(state, known, notified, lasting.get(id) ?? [], newsSince);
      if (slice.isOver) await slice.next();
    }
    for (const [id, gone] of lasting)
      if (!present.has(id) && (servers.has(id) || passed >= GONE_MS)) gone.forEach(end);
    for (const id of servers.keys()) if (!present.has(id)) servers.delete(id);
  };

  let isStopped = false;
  let cancel = (): void => {};
  const look = async (): Promise<void> => {
    await compare();
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
