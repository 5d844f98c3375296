/** Hub: joins the list, polls and the file of added servers. */
import type { ColumnCheck } from '../../net/agents/values/column-check.ts';
import { isDeepStrictEqual } from 'node:util';
import type { StopPlace } from '../../net/agents/planned-stop.ts';
import type { Peer } from '../../net/agents/ask.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import type { ServerColumn } from '../../core/columns.ts';
import type { Clock } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';
import { bracketed } from '../../core/server-name.ts';
import type { AddedFile } from './added-file.ts';
import type { AlertCheck } from './alert-check.ts';
import { createAddedServers } from './added-servers.ts';
import { type Connection, createConnection } from './connection.ts';
import { type Announced, discoveredServer, idOfAnnounced } from './discovered.ts';
import { createCredentials, type Credentials } from './credentials.ts';
import type { Fleet, NewServer } from './fleet.ts';
import { forwardTo5 } from './forward-to-5.ts';
import { VERSION_5 } from './poll-rest.ts';
import { forwardJson, forwardStream } from './forward.ts';
import { poll, type PollSetup } from './poll.ts';
import { createPoller } from './poller.ts';
import { createResolver, type Resolver } from './resolve.ts';
import type { Server } from './server.ts';
import type { PastNumbers } from './state.ts';
import type { StoredPast } from '../../history/database/stored-past.ts';
import { createStoredHosts, type StoredHostsSetup } from './stored-hosts.ts';
import { createTable } from './table.ts';

/** A flood of names on the network does not fill the list. */
const MOST_FOUND = 1000;

export interface HubSetup {
  clock: Clock;
  /** Those of the configuration. */
  servers: readonly Server[];
  columns: readonly ServerColumn[];
  /** Leaves out values that the fields of their columns cannot have. */
  checkValues: ColumnCheck;
  /** Leaves out alerts about such values. */
  checkAlerts: AlertCheck;
  /** Seconds between two polls a server. */
  refresh: number;
  /** Certificates (PEM) to trust; undefined: those of the system. */
  ca?: string | undefined;
  /** A database that has the past of hosts; null: there is none. */
  stored?: StoredSources | null;
  /** Null: nothing that is added is kept. */
  addedFile: AddedFile | null;
  fallBack?: PollSetup['fallBack'];
  pollMs?: PollSetup['pollMs'];
  onFault(error: unknown): void;
  /** Numbers of columns that memory holds, also those of the run before. */
  past?: PastNumbers;
  resolver?: Resolver;
  credentials?: Credentials;
}

export interface StoredSources extends Pick<
  StoredHostsSetup,
  'database' | 'columns' | 'isListing' | 'keepMs'
> {
  past: StoredPast;
  close(): void;
}

export interface Hub extends Fleet {
  /** Starts polling. @param place where this hub takes planned stops; default: nowhere */
  start(place?: StopPlace): void;
  stop(): void;
  /** A server that announced itself, or announced itself anew. */
  found(announced: Announced): void;
  /** @param key of what was announced */
  lost(key: string): void;
  /** Watches a server with a password that was typed and has proved right. Kept in memory only. */
  unlock(id: string, password: string): void;
  /** Memory has numbers of the run before by now; some servers may have been read already. To be called once. */
  recall(): void;
}

export function createHub(setup: HubSetup): Hub {
  const { clock, columns, refresh, addedFile } = setup;
  const monotonic = (): number => clock.monotonic();
  const startedAt = clock.now();
  const table = createTable(clock, setup.past);
  const resolver = setup.resolver ?? createResolver({ now: monotonic });
  const credentials = setup.credentials ?? createCredentials();
  const connections = new Map<string, Connection>();
  const tokens = new Map<string, string>();
  let place: StopPlace | null = null;
  const listeners = new Set<() => void>();
  const added = createAddedServers(addedFile, (asked) => addedServer(asked).id);
  const inTurn = createMutex();

  const connectionOf = (server: Server): Connection => {
    const known = connections.get(server.id);
    if (known?.server === server) return known;
    const made = createConnection(server, { resolver, ca: setup.ca });
    connections.set(server.id, made);
    tokens.set(made.token, server.id);
    return made;
  };
  const poller = createPoller({
    table,
    clock,
    refreshMs: refresh * 1000,
    onFault: setup.onFault,
    async poll(server, signal) {
      const begin = monotonic();
      const outcome = await poll(
        connectionOf(server),
        { columns, credentials, fallBack: setup.fallBack, pollMs: setup.pollMs, now: monotonic, place },
        signal,
      );
      if (outcome.status === 'OFFLINE') resolver.distrust(server.host);
      const tookMs = Math.round(monotonic() - begin);
      if (!('values' in outcome)) return { ...outcome, tookMs };
      const { values, notified } = outcome;
      return {
        ...outcome,
        values: setup.checkValues(values),
        ...(notified && { notified: setup.checkAlerts(notified) }),
        tookMs,
      };
    },
  });
  table.subscribe(() => {
    for (const listener of listeners) listener();
  });

  const { stored = null } = setup;
  const storedHosts =
    stored === null
      ? null
      : createStoredHosts({
          ...stored,
          columns: async (now) =>
            new Map(
              [...(await stored.columns(now))].map(([host, values]) => [host, setup.checkValues(values)]),
            ),
          refreshMs: Math.max(refresh * 1000, stored.past.pace),
          clock,
          table,
          paceMs: poller.paceMs,
          onFault: setup.onFault,
        });

  const put = (server: Server): void => {
    drop(server.id);
    table.put(server);
    poller.add(server);
  };
  const change = (server: Server): void => {
    drop(server.id);
    table.change(server);
    poller.add(server);
  };
  const drop = (id: string): void => {
    const state = table.find(id);
    if (state !== undefined) poller.remove(state.server);
    const connection = connections.get(id);
    connection?.close();
    if (connection !== undefined) tokens.delete(connection.token);
    connections.delete(id);
  };
  const remove = (id: string): void => {
    drop(id);
    table.remove(id);
  };
  const peerOf = (id: string, signal: AbortSignal): Peer => {
    const server = table.find(id)?.server;
    if (server === undefined) throw new RequestError('absent', 'there is no such server');
    if (server.type === 'STORED')
      throw new RequestError('absent', `${server.key} is known from a database, which does not have this`);
    if (server.protocol !== 'rest')
      throw new RequestError('absent', `${server.key} is asked over XML-RPC, which has no page`);
    return connectionOf(server).passing(signal);
  };
  /** Known by its address, under a name of the user's own. */
  const isWatched = ({ host, port }: Server): boolean =>
    table
      .states()
      .some(
        ({ server: { type, host: name, port: own } }) =>
          type !== 'DYNAMIC' && own === port && resolver.current(name) === host,
      );
  const countFound = (): number => table.states().filter(({ server }) => server.type === 'DYNAMIC').length;
  return {
    clock,
    columns,
    refresh,
    past: stored?.past ?? null,
    storedAt: (host) => storedHosts?.lastSeen(host) ?? null,
    serial: () => table.serial,
    states: table.states,
    find: table.find,
    counts: table.counts,
    tags: table.tags,
    removedSince: table.removedSince,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    paceMs: poller.paceMs,
    touch() {
      storedHosts?.wake();
      poller.touch();
    },
    keepActive() {
      storedHosts?.wake();
      return poller.keepActive();
    },
    add: (asked) =>
      inTurn(async () => {
        const server = addedServer(asked);
        if (table.find(server.id) !== undefined) return 'known';
        if (added.isFull()) return 'full';
        await added.add(server.id, asked);
        put(server);
        return table.find(server.id) ?? 'unknown';
      }),
    remove: (id) =>
      inTurn(async () => {
        if (table.find(id) === undefined) return 'unknown';
        if (table.find(id)?.server.type !== 'ADDED') return 'not-added';
        await added.remove(id);
        remove(id);
        return null;
      }),
    setPassword: (id, password) =>
      inTurn(async () => {
        const server = table.find(id)?.server;
        if (server === undefined) return 'unknown';
        if (server.type === 'DYNAMIC' || server.type === 'STORED') return 'not-trusted';
        if (!added.has(id) && added.isFull()) return 'full';
        await added.add(id, entryOf({ ...server, password }));
        change({ ...server, password });
        return null;
      }),
    forward: async (id, passed) => {
      const peer = peerOf(id, passed.signal);
      const memory = connections.get(id)?.memory;
      return memory?.dialect === VERSION_5 ? forwardTo5(peer, passed, memory) : forwardJson(peer, passed);
    },
    forwardStream: async (id, passed) => forwardStream(peerOf(id, passed.signal), passed),
    isLocked(id) {
      const isLoggedIn = (connections.get(id)?.authorization ?? null) !== null;
      return isLoggedIn || table.find(id)?.status === 'PROTECTED';
    },
    plannedStop(token) {
      const id = tokens.get(token);
      if (id !== undefined) table.setStopped(id);
      return id !== undefined;
    },
    start(own) {
      place = own ?? null;
      for (const server of setup.servers) put(server);
      for (const server of added.load().map(addedServer)) {
        const listed = table.find(server.id)?.server;
        if (listed === undefined) put(server);
        // Of the configuration, with a password that was given on the page.
        else if (server.password !== null) put({ ...listed, password: server.password });
      }
      // Found before the list was known.
      for (const { server } of table.states())
        if (server.type === 'DYNAMIC' && isWatched(server)) remove(server.id);
      storedHosts?.start();
    },
    stop() {
      storedHosts?.stop();
      stored?.close();
      poller.stop();
      for (const connection of connections.values()) connection.close();
    },
    found(announced) {
      const server = discoveredServer(announced);
      const before = table.find(server.id)?.server;
      if (isWatched(server) || (before === undefined && countFound() >= MOST_FOUND)) return;
      if (before === undefined || !isDeepStrictEqual(before, server)) put(server);
    },
    lost: (key) => remove(idOfAnnounced(key)),
    recall: () => table.recall(startedAt),
    unlock(id, password) {
      const server = table.find(id)?.server;
      if (server !== undefined) change({ ...server, password });
    },
  };
}

function addedServer({ host, port, ...rest }: NewServer): Server {
  const key = `${bracketed(host)}:${port}`;
  return { ...rest, id: key, key, name: host, host, port, type: 'ADDED', username: null };
}

const entryOf = ({ host, isSecure, port, protocol, alias, tags, password }: Server): NewServer => ({
  host,
  isSecure,
  port,
  protocol,
  alias,
  tags,
  password,
});
