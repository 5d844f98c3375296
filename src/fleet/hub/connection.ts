/** How one server is reached: its kept connection, the credentials it took, and what was found out about it. */
import type { Answered } from '../../net/agents/values/extract.ts';
import http from 'node:http';
import https from 'node:https';
import type { Peer } from '../../net/agents/ask.ts';
import { withoutForbidden } from './forbidden-address.ts';
import type { Resolver } from './resolve.ts';
import { originOf, type Server } from './server.ts';

export interface Connection {
  readonly server: Server;
  /** Whom to ask, with the credentials that were accepted last, within a time. */
  peer(timeoutMs: number, signal: AbortSignal): Peer;
  /** The same for requests of readers, which have connections of their own. */
  passing(signal: AbortSignal): Peer;
  /** Value of `Authorization` that the server took; null: it asked for none so far. */
  authorization: string | null;
  /** Facts found out about the server by any request. */
  readonly memory: Memory;
  /** Address it is reached by, as far as it is known. */
  address(): string | null;
  /** Closes what is open, and forgets what was found out: another server may answer next time. */
  reset(): void;
  /** Closes everything, streams of readers too. */
  close(): void;
}

/** Found out by looking, and forgotten when the connection fails. */
export interface Memory {
  /** Which of its interfaces answers; null: not known yet. */
  dialect: string | null;
  /** When to look for a better one. Milliseconds of the clock. */
  dialectUntil: number;
  /** Plugins of which it shows nothing, with the time when they are asked for again. */
  readonly restUntil: Map<string, number>;
  /** By plugin, values with their levels as they were told last. */
  readonly judged: Map<string, ReadonlyMap<string, Answered>>;
}

export interface ConnectionSetup {
  resolver: Resolver;
  /** Certificates (PEM) that are trusted in place of those of the system. */
  ca: string | undefined;
}

/** A number, the views of it, a status, a list of file systems: more is not expected. */
const MOST_BYTES = 1024 * 1024;
/** The second one is for a poll that begins while the previous one is being aborted. */
const SOCKETS = 2;
/** Streams of several readers, and what they ask besides. */
const PASSING_SOCKETS = 64;

export function createConnection(server: Server, { resolver, ca }: ConnectionSetup): Connection {
  const base = new URL(originOf(server));
  const lookup = server.type === 'ADDED' ? withoutForbidden(resolver.lookup) : resolver.lookup;
  let agent = newAgent(SOCKETS);
  let passingAgent: http.Agent | null = null;
  let used: string | null = null;

  function newAgent(maxSockets: number): http.Agent {
    const options = { keepAlive: true, maxSockets, maxFreeSockets: 1, lookup };
    return server.isSecure
      ? new https.Agent({ ...options, ...(ca !== undefined && { ca }) })
      : new http.Agent(options);
  }

  const connection: Connection = {
    server,
    authorization: null,
    memory: newMemory(),
    address: () => resolver.current(server.host),
    peer(timeoutMs, signal) {
      const address = resolver.current(server.host);
      // The name leads elsewhere by now.
      if (used !== null && address !== null && address !== used) connection.reset();
      used = address;
      const { authorization } = connection;
      return { base, authorization, timeoutMs, maxBytes: MOST_BYTES, agent, signal };
    },
    passing(signal) {
      passingAgent ??= newAgent(PASSING_SOCKETS);
      const { authorization } = connection;
      return { base, authorization, timeoutMs: 0, maxBytes: MOST_BYTES, agent: passingAgent, signal };
    },
    reset() {
      agent.destroy();
      agent = newAgent(SOCKETS);
      // Streams that readers have open go on as long as they can.
      passingAgent = null;
      used = null;
      connection.authorization = null;
      Object.assign(connection.memory, newMemory());
    },
    close() {
      passingAgent?.destroy();
      connection.reset();
    },
  };
  return connection;
}

const newMemory = (): Memory => ({ dialect: null, dialectUntil: 0, restUntil: new Map(), judged: new Map() });
