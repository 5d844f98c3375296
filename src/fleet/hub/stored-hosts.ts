/**
 * Hosts in a database: those that no listed server represents become rows; for the others, the name of their stored history is
 * remembered.
 */
import { renamed, say } from '../../core/said.ts';
import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { RequestError } from '../../net/transport/request-error.ts';
import { momentOf } from '../../core/date-of.ts';
import type { Clock } from '../../core/host.ts';
import { Slice } from '../../core/slice.ts';
import type { StoredColumns } from './stored-columns.ts';
import type { StoredFleet } from '../../history/database/stored-fleet.ts';
import { safeText, type Answered } from '../../net/agents/values/extract.ts';
import type { Server } from './server.ts';
import type { PollOutcome } from './state.ts';
import type { Table } from './table.ts';

export interface StoredHostsSetup {
  database: StoredFleet;
  columns: StoredColumns;
  /** Hosts without a server of their own are listed too. */
  isListing: boolean;
  /** Milliseconds for which hosts are listed that have sent nothing more. */
  keepMs: number;
  /** Milliseconds between two polls while somebody watches. */
  refreshMs: number;
  clock: Clock;
  table: Pick<Table, 'states' | 'find' | 'put' | 'take' | 'remove' | 'setStored'>;
  /** Milliseconds between two polls at present: nobody may be watching. */
  paceMs(): number;
  onFault(error: unknown): void;
}

interface StoredHosts {
  start(): void;
  /** Somebody watches from now on. */
  wake(): void;
  /** When a host sent its newest sample, as far as that was read; null: unknown. */
  lastSeen(host: string): number | null;
  stop(): void;
}

/** Hosts that are listed; the first of them by name. */
const MOST_HOSTS = 20_000;
/** Hosts whose last sample is asked for in one poll: each of them costs the database its whole past. */
const MOST_SEARCHED = 100;

export function createStoredHosts(setup: StoredHostsSetup): StoredHosts {
  const { database, columns, isListing, keepMs, clock, table, onFault } = setup;
  const lastSeen = new Map<string, number>();
  let cancel = (): void => {};
  /** When the last poll ended, monotonic; null while one is under way. */
  let restsSince: number | null = null;
  let isStopped = false;

  const stored = () => table.states().filter(({ server }) => server.type === 'STORED');

  /** Of all hosts that are there, and of those that were. */
  const poll = async (): Promise<void> => {
    const now = clock.now();
    const [names, present, values, hostNames] = await Promise.all([
      database.hosts(now - keepMs, now),
      database.present(now),
      columns(now),
      database.textOfAll('system', 'hostname', now),
    ]);
    for (const [name, time] of present) lastSeen.set(name, time);
    const hosts = [...new Set([...present.keys(), ...names])].sort().slice(0, MOST_HOSTS);
    await searchGone(hosts, present, now);
    if (isStopped) return;
    const listed = matchServers(table, hosts);
    const others = isListing ? hosts.filter((host) => !listed.has(host)) : [];
    await show(others, hostNames, (host) => {
      const at = momentOf(clock, lastSeen.get(host) ?? now);
      return present.has(host)
        ? { status: 'ONLINE', values: values.get(host) ?? new Map<string, Answered>(), ip: null, at }
        : {
            status: 'OFFLINE',
            reason: say('nothing of it has come to {database} since', { database: database.name }),
            ip: null,
            at,
          };
    });
  };

  const searchGone = async (
    hosts: readonly string[],
    present: ReadonlyMap<string, number>,
    now: number,
  ): Promise<void> => {
    const gone = hosts.filter((host) => !present.has(host) && !lastSeen.has(host)).slice(0, MOST_SEARCHED);
    if (gone.length === 0) return;
    const found = await database.lastSeen(gone, now, keepMs);
    for (const host of gone) lastSeen.set(host, found.get(host) ?? now - keepMs);
  };

  /** A row for each, and none for others. */
  const show = async (
    hosts: readonly string[],
    hostNames: ReadonlyMap<string, string>,
    outcomeOf: (host: string) => PollOutcome,
  ): Promise<void> => {
    const slice = new Slice();
    const ids = new Set<string>();
    for (const host of hosts) {
      const server = serverFor(host, hostNames.get(host));
      ids.add(server.id);
      table.take(server, outcomeOf(host));
      if (slice.isOver) await slice.next();
    }
    for (const { server } of stored()) if (!ids.has(server.id)) table.remove(server.id);
  };

  /** Returns the server of a host in the list; adds it if it is missing or was renamed. */
  const serverFor = (host: string, hostName: string | undefined): Server => {
    const known = table.find(idOf(host))?.server;
    const alias = aliasOf(host, hostName) ?? known?.alias ?? null;
    if (known !== undefined && known.alias === alias) return known;
    const server = storedServer(host, alias);
    table.put(server);
    table.setStored(server.id, host);
    return server;
  };

  const fail = (error: unknown): void => {
    if (!(error instanceof RequestError)) return onFault(error);
    for (const { server } of stored())
      table.take(server, {
        status: 'UNKNOWN',
        reason: say('its database cannot be read: {problem}', { problem: renamed(error.said, safeText) }),
        ip: null,
      });
  };

  const run = async (): Promise<void> => {
    restsSince = null;
    await poll().catch(fail);
    if (isStopped) return;
    restsSince = clock.monotonic();
    plan(Math.max(setup.refreshMs, setup.paceMs()));
  };
  const plan = (ms: number): void => {
    cancel();
    cancel = clock.setTimer(() => void run(), Math.max(0, ms));
  };
  return {
    start: () => void run(),
    wake() {
      if (!isStopped && restsSince !== null) plan(restsSince + setup.refreshMs - clock.monotonic());
    },
    lastSeen: (host) => lastSeen.get(host) ?? null,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

/** Tells servers of the list under which name the database has them. The result holds the names that were found. */
function matchServers(table: StoredHostsSetup['table'], hosts: readonly string[]): ReadonlySet<string> {
  const byName = new Map(hosts.map((host) => [withoutPort(host), host]));
  const found = new Set<string>();
  for (const { server, ip, stored } of table.states()) {
    if (server.type === 'STORED') continue;
    const host = namesOf(server, ip)
      .map((name) => byName.get(withoutPort(name)))
      .find((name) => name !== undefined);
    if (host !== undefined) found.add(host);
    if ((host ?? null) !== stored) table.setStored(server.id, host ?? null);
  }
  return found;
}

const namesOf = ({ alias, name, host }: Server, ip: string | null): string[] =>
  [alias, name, host, ip].filter((one) => one !== null);

/** Scrapers name hosts with the port they were asked at. */
const withoutPort = (host: string): string => host.replace(/:\d{1,5}$/, '').toLowerCase();

/** Its own name, where the database calls it by an address. */
const aliasOf = (host: string, hostName: string | undefined): string | null =>
  hostName === undefined || isIP(withoutPort(host).replace(/^\[(.*)\]$/, '$1')) === 0
    ? null
    : safeText(hostName);

/** Names of hosts come from outside, and have no part in the id. */
const idOf = (host: string): string => `stored-${hash('sha256', host).slice(0, 16)}`;

const storedServer = (host: string, alias: string | null): Server => ({
  id: idOf(host),
  key: safeText(host),
  name: safeText(host),
  host: safeText(host),
  port: 0,
  protocol: 'rest',
  isSecure: false,
  alias,
  tags: [],
  type: 'STORED',
  username: null,
  password: null,
});
