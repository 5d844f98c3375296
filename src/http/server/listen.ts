/** Binds the API to an address, and to a socket. */
import { lookup as systemLookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { reasonOf } from '../../core/files/reason-of.ts';
import { listenAtPath, type SocketFile } from '../../core/files/unix-socket.ts';
import { UNIX } from '../../core/ip-networks.ts';

/** A configured server, ready to listen. */
export type HttpServer = FastifyInstance;

interface ListenSetup {
  api: HttpServer;
  /** Name or address to bind to. */
  host: string;
  port: number;
  /** The option that sets the port, for messages. */
  option?: string;
  /** Finds the addresses of `localhost`. */
  lookup?(host: string, options: { all: true }): Promise<readonly { address: string }[]>;
}

/** Failure to listen at an address; the message gives reason and remedy. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  /** True if the address itself is wrong, rather than in use, forbidden or beyond a limit. */
  get isMistake(): boolean {
    return MISTAKES.has((this.cause as { code?: string } | undefined)?.code ?? '');
  }
}

const MISTAKES: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EINVAL',
  'ENOTFOUND',
  'ERR_SOCKET_BAD_PORT',
]);

/** Listens; returns the port, which the system chooses for 0. Throws {@link ListenError}. */
export async function listen({
  api,
  host,
  port,
  option,
  lookup = systemLookup,
}: ListenSetup): Promise<number> {
  // Fastify's own servers for further addresses of localhost lack shares, bounds and headers.
  const found = host === 'localhost' ? await lookup(host, { all: true }).catch(() => []) : [];
  const [first = host, ...others] = found.map(({ address }) => address);
  try {
    await api.listen({ host: first, port });
  } catch (error) {
    throw toListenError(error, host, port, option);
  }
  const address = api.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  await Promise.all(others.map((other) => listenToo(api, other, bound)));
  return bound;
}

/** Listens on a further address for the same server. An unusable address is skipped. */
async function listenToo(api: HttpServer, host: string, port: number): Promise<void> {
  const { server } = api;
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );
  server.once('close', () => other.close());
  await new Promise<void>((resolve) => {
    other.once('error', () => resolve());
    other.listen({ host, port }, resolve);
  });
}

/** Running requests get so many milliseconds to finish. */
const TIMEOUT_MS = 1000;
const MOST_SOCKETS = 200;

/**
 * Listens on a unix socket for the same server, without TLS: nothing leaves the machine. Resolves with a function that removes it.
 * Rejects with {@link ListenError}.
 */
export async function listenOnSocket({ server }: HttpServer, file: SocketFile): Promise<() => Promise<void>> {
  let count = 0;
  const event = server instanceof TlsServer ? 'secureConnection' : 'connection';
  const own = createServer({ allowHalfOpen: true }, (socket) => {
    // Whatever asks for the address of a client gets a name that no network holds.
    Object.defineProperties(socket, { remoteAddress: { value: UNIX }, remotePort: { value: (count += 1) } });
    server.emit(event, socket);
  });
  own.maxConnections = MOST_SOCKETS;
  try {
    await listenAtPath(own, file);
  } catch (error) {
    throw new ListenError(`Cannot listen on ${file.path}: ${reasonOf(error)}`, { cause: error });
  }
  return () =>
    new Promise((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), TIMEOUT_MS);
      own.close(() => {
        clearTimeout(timer);
        resolve();
      });
    });
}

/** Explains errors of bind(2) and name resolution. Others pass unchanged. */
export function toListenError(error: unknown, host: string, port: number, option = '--port'): unknown {
  const { code } = error as { code?: string };
  const explain = EXPLANATIONS[code ?? ''];
  return explain === undefined ? error : new ListenError(explain(host, port, option), { cause: error });
}

const badAddress = (host: string) =>
  `${host} is not an address of this machine: use --bind with one that is, or 0.0.0.0 for all`;

const noDescriptors = (host: string, port: number) =>
  `Cannot listen on ${host} port ${port}: too many open files. Raise the limit of open files (ulimit -n, LimitNOFILE=) to 1024`;

const EXPLANATIONS: Record<string, (host: string, port: number, option: string) => string> = {
  EADDRINUSE: (host, port, option) =>
    `Port ${port} on ${host} is in use by another program: stop it, or choose another port with ${option}`,
  EACCES: (_host, port, option) =>
    `No permission to use port ${port}: choose one above 1023 with ${option}, or run with CAP_NET_BIND_SERVICE`,
  EADDRNOTAVAIL: badAddress,
  EINVAL: badAddress,
  EMFILE: noDescriptors,
  ENFILE: noDescriptors,
  EAFNOSUPPORT: (host) =>
    `${host} needs an address family that this machine does not have: choose another with --bind`,
  ENOTFOUND: (host) =>
    /^[\d.]+$/.test(host)
      ? `${host} is no IP address: use --bind with an address of this machine, or 0.0.0.0 for all`
      : `The host name ${host} cannot be resolved: check the spelling of --bind`,
  EAI_AGAIN: (host) => `The host name ${host} cannot be resolved at present: use an address with --bind`,
  ERR_SOCKET_BAD_PORT: (_host, port, option) =>
    `${port} is not a port: use ${option} with a number from 0 to 65535`,
};
