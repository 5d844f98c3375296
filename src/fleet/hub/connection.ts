/** The connection to one server: kept socket, accepted credentials, and cached facts. */
import { isForbiddenAddress } from '../../core/forbidden-address.ts';
import type { Answered } from '../../net/agents/values/extract.ts';
import { newStopToken } from '../../net/agents/planned-stop.ts';
import type { Peer } from '../../net/agents/ask.ts';
import type { Token } from '../../net/agents/version-5/ask.ts';
import { Connections } from '../../net/transport/exchange.ts';
import type { Resolver } from './resolve.ts';
import { serverOrigin, type Server } from './server.ts';

export interface Connection {
  readonly server: Server;
  /** Whom to ask, with the credentials that were accepted last, within a time. */
  peer(timeoutMs: number, signal: AbortSignal): Peer;
  /** Returns the peer for requests of clients, which have connections of their own. */
  passing(signal: AbortSignal): Peer;
  /** The accepted `Authorization` value; null: none was requested so far. */
  authorization: string | null;
  /** Says in planned stops which server it is; only that server knows it. */
  readonly token: string;
  /** Facts learned from any request. */
  readonly memory: ConnectionMemory;
  /** Address it is reached by, as far as it is known. */
  address(): string | null;
  /** Closes connections and clears cached facts: another server may answer next time. */
  reset(): void;
  /** Closes everything, streams of readers too. */
  close(): void;
}

/** Found out by looking, and forgotten when the connection fails. */
export interface ConnectionMemory {
  /** The interface that answers; null: not known yet. */
  dialect: string | null;
  /** Of a server of version 5. */
  token: Token | null;
  /** When to look for a better one. Milliseconds of the clock. */
  dialectUntil: number;
  /** Plugins of which it shows nothing, with the time when they are asked for again. */
  readonly restUntil: Map<string, number>;
  /** By plugin, values with their levels as they were told last. */
  readonly judged: Map<string, ReadonlyMap<string, Answered>>;
  /** When it is asked for its alerts again, where that is its own request. Milliseconds of the clock. */
  alertsUntil: number;
  /** When it last answered with all columns at once, in milliseconds of the clock; null: not yet. */
  valuesAt: number | null;
}

export interface ConnectionSetup {
  resolver: Resolver;
  /** Trusted certificates (PEM) in place of the system's. */
  ca: string | undefined;
}

/** A number, the views of it, a status, a list of file systems: more is not expected. */
const MOST_BYTES = 1024 * 1024;
/** A poll asks one thing after the other. */
const SOCKETS = 1;
/** Streams of several readers, and what they ask besides. */
const PASSING_SOCKETS = 64;

export function createConnection(server: Server, { resolver, ca }: ConnectionSetup): Connection {
  const base = new URL(serverOrigin(server));
  let polling = open(SOCKETS);
  let passing: Connections | null = null;
  let used: string | null = null;

  function open(connections: number): Connections {
    return new Connections({
      connections,
      lookup: resolver.lookup,
      ...(server.type === 'ADDED' && { isForbidden: isForbiddenAddress }),
      ...(ca !== undefined && { tls: () => ({ ca }) }),
    });
  }

  const connection: Connection = {
    server,
    authorization: null,
    token: newStopToken(),
    memory: newMemory(),
    address: () => resolver.current(server.host),
    peer(timeoutMs, signal) {
      const address = resolver.current(server.host);
      // The name now resolves to another address.
      if (used !== null && address !== null && address !== used) connection.reset();
      used = address;
      const { authorization } = connection;
      return { base, authorization, timeoutMs, maxBytes: MOST_BYTES, connections: polling, signal };
    },
    passing(signal) {
      passing ??= open(PASSING_SOCKETS);
      const { authorization } = connection;
      return { base, authorization, timeoutMs: 0, maxBytes: MOST_BYTES, connections: passing, signal };
    },
    reset() {
      polling.close();
      polling = open(SOCKETS);
      // Open streams of readers continue as long as possible.
      passing = null;
      used = null;
      connection.authorization = null;
      Object.assign(connection.memory, newMemory());
    },
    close() {
      passing?.close();
      connection.reset();
    },
  };
  return connection;
}

const newMemory = (): ConnectionMemory => ({
  dialect: null,
  token: null,
  dialectUntil: 0,
  restUntil: new Map(),
  judged: new Map(),
  alertsUntil: 0,
  valuesAt: null,
});
