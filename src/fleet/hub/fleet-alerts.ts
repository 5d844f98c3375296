/** Changes of the alerts of all servers, from what each of them answered last. Pure but for the clock. */
import type { NotifiedAlert } from '../../core/alert.ts';
import type { EventChangeKind, SavedEvent } from '../../core/event.ts';
import type { Clock } from '../../core/host.ts';
import type { Steps } from '../../core/steps.ts';
import type { NotifiedAlerts } from './notified-alerts.ts';
import type { ServerState } from './state.ts';

export interface FleetAlertsSetup {
  clock: Clock;
  /** Alerts that were ongoing when the hub before ended. */
  past: readonly SavedEvent[];
  /** When that was, milliseconds since the epoch; null: there was none. */
  stoppedAt: number | null;
  /** Must not throw. @param kind null: only its values have changed */
  onChange(kind: EventChangeKind | null, saved: SavedEvent): void;
}

export interface FleetAlerts {
  /** Compares the servers with those of the last call, a few in each step. */
  take(states: readonly ServerState[]): Steps<void>;
  /** The server answers, so that what is known of its alerts is of now. */
  isCurrent(server: string): boolean;
  /** The server applies its own durations. */
  isCalm(server: string): boolean;
}

/** Of all servers. */
export const MOST_FLEET_ALERTS = 4000;
/** Each may have fifty alerts. */
const SERVERS_IN_STEP = 32;
/** Servers that are found on the network appear some time after the start. */
const START_MS = 60_000;
const GONE_MS = 600_000;

interface Known {
  seen: NotifiedAlerts | null;
  isCurrent: boolean;
  isCalm: boolean;
  readonly alerts: Map<string, SavedEvent>;
  /** Begins of the newest moments, in seconds. */
  readonly moments: Map<string, number>;
}

const keyOf = ({ plugin, field, identity }: SavedEvent): string => `${plugin}\0${field}\0${identity ?? ''}`;

export function createFleetAlerts({ clock, past, stoppedAt, onChange }: FleetAlertsSetup): FleetAlerts {
  const startedAt = { time: clock.now(), at: clock.monotonic() };
  const servers = new Map<string, Known>();
  /** Of the run before; it is not known yet whether they go on. */
  const uncertain = new Set<SavedEvent>();
  const byId = new Map<number, SavedEvent>();
  // Numbers of the alerts of this machine are small, and both go to the same targets.
  let lastId = Math.max(startedAt.time, ...past.map(({ id }) => id));

  const knownOf = (id: string): Known => {
    const known: Known = servers.get(id) ?? {
      seen: null,
      isCurrent: false,
      isCalm: true,
      alerts: new Map(),
      moments: new Map(),
    };
    servers.set(id, known);
    return known;
  };
  const keep = ({ alerts }: Known, saved: SavedEvent): void => {
    alerts.set(keyOf(saved), saved);
    byId.set(saved.id, saved);
  };
  for (const saved of past) {
    if (saved.server === undefined) continue;
    keep(knownOf(saved.server.id), saved);
    uncertain.add(saved);
  }

  const nextId = (): number => (lastId += 1);

  const end = ({ alerts }: Known, key: string, saved: SavedEvent): void => {
    alerts.delete(key);
    byId.delete(saved.id);
    uncertain.delete(saved);
    const { begin } = saved.event;
    onChange('end', {
      ...saved,
      event: { ...saved.event, end: Math.max(begin, Math.floor(clock.now() / 1000)) },
    });
  };

  const takeMoment = (known: Known, saved: SavedEvent, isNews: boolean): void => {
    const key = keyOf(saved);
    const { begin } = saved.event;
    if (begin <= (known.moments.get(key) ?? -1)) return;
    known.moments.set(key, begin);
    if (isNews) onChange('begin', { ...saved, id: nextId() });
  };

  const takeOngoing = (known: Known, saved: SavedEvent, isSilenced: boolean): void => {
    const before = known.alerts.get(keyOf(saved));
    if (before === undefined) {
      if (isSilenced || byId.size >= MOST_FLEET_ALERTS) return;
      const begun = { ...saved, id: nextId() };
      keep(known, begun);
      return onChange('begin', begun);
    }
    const { id, server, event } = before;
    // Who notified of its begin notifies of its end.
    const next = { ...saved, id, ...(server && { server }), event: { ...saved.event, begin: event.begin } };
    keep(known, next);
    onChange(uncertain.delete(before) ? 'continue' : null, next);
    if (event.state === 'WARNING' && next.event.state === 'CRITICAL') onChange('level', next);
  };

  const takeServer = ({ server, verdict }: ServerState, known: Known, { alerts }: NotifiedAlerts): void => {
    const { id, alias, name } = server;
    const about = { id, name: alias ?? name, notifies: verdict?.notifies === true };
    const isStart = clock.monotonic() - startedAt.at < START_MS;
    // What happened before the first answer of a server that was added is no news.
    const newsSince = known.seen !== null ? 0 : isStart ? (stoppedAt ?? startedAt.time) : clock.now();
    const found = new Set<string>();
    for (const { silenced, ...alert } of alerts satisfies readonly NotifiedAlert[]) {
      const saved: SavedEvent = { ...alert, server: about };
      if (alert.event.end !== -1)
        takeMoment(known, saved, !silenced && alert.event.begin * 1000 >= newsSince);
      else {
        found.add(keyOf(saved));
        takeOngoing(known, saved, silenced);
      }
    }
    for (const [key, saved] of known.alerts) if (!found.has(key)) end(known, key, saved);
  };

  return {
    *take(states) {
      const present = new Set<string>();
      for (const [at, state] of states.entries()) {
        if (at % SERVERS_IN_STEP === 0) yield;
        const { status, notified } = state;
        const { id } = state.server;
        present.add(id);
        if (notified === null) continue;
        const known = knownOf(id);
        known.isCurrent = status === 'ONLINE';
        if (!known.isCurrent || known.seen === notified) continue;
        known.isCalm = notified.isCalm;
        takeServer(state, known, notified);
        known.seen = notified;
      }
      const isLate = clock.monotonic() - startedAt.at >= GONE_MS;
      for (const [id, known] of servers) {
        if (present.has(id) || (known.seen === null && !isLate)) continue;
        for (const [key, saved] of known.alerts) end(known, key, saved);
        servers.delete(id);
      }
    },
    isCurrent: (id) => servers.get(id)?.isCurrent === true,
    isCalm: (id) => servers.get(id)?.isCalm !== false,
  };
}
