/** Connections to one server, kept between exchanges. undici is loaded by the first exchange: most agents have none before their first answer. */
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type * as Undici from 'undici';
import type { Dispatcher } from 'undici';
import { type ConnectSetup, createConnector, proxyHeaders, throughTunnel } from './connect.ts';

export interface PoolSetup extends ConnectSetup {
  /** Most concurrent exchanges; further ones wait. */
  connections: number;
}

export interface Pool {
  readonly setup: PoolSetup;
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  /** True if an exchange failed because a reused connection was lost, which says nothing about the server. */
  wasKept(error: unknown): boolean;
  /** Aborts exchanges in progress. */
  close(): void;
}

/** Most bytes of reply headers. */
export const MOST_HEADER_BYTES = 16_384;
/** Keep-alive unless the server sets less: agents and engines are polled every few seconds or minutes. */
const IDLE_MS = 300_000;

/** undici parses by WebAssembly. V8 would optimize all of it after some exchanges, which takes 20 MB of memory. */
const QUICK = '--liftoff-only';

export function loadTransport(): Promise<typeof Undici> {
  setFlagsFromString(QUICK);
  return import('undici');
}

/** Call it after {@link loadTransport}. @param url of which scheme, host and port count */
export function openPool({ Pool: Connections }: typeof Undici, url: URL, setup: PoolSetup): Pool {
  const kept = new WeakSet<Error>();
  const opening = new Set<Socket>();
  const isSecure = url.protocol === 'https:';
  const via = (isSecure ? setup.proxies?.https : setup.proxies?.http) ?? null;
  const direct = createConnector(setup, (error) => kept.add(error), opening);
  const open = (server: URL, connect: typeof direct): Undici.Pool =>
    new Connections(server.origin, {
      connections: setup.connections,
      connect,
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
    });
  const toProxy = via === null ? null : open(via, direct);
  const pool = toProxy !== null && !isSecure ? toProxy : open(url, tunnelOr(direct));
  function tunnelOr(connect: typeof direct): typeof direct {
    return toProxy === null || via === null ? connect : throughTunnel(connect, toProxy, via);
  }
  // RFC 9112, 3.2.2: a proxy is asked by the whole address.
  const atProxy = ({ path, headers, ...rest }: Dispatcher.DispatchOptions): Dispatcher.DispatchOptions => ({
    ...rest,
    path: `${url.origin}${path}`,
    headers: { host: url.host, ...(headers as Record<string, string>), ...(via && proxyHeaders(via)) },
  });
  return {
    setup,
    dispatch(options, handler) {
      pool.dispatch(pool === toProxy ? atProxy(options) : options, handler);
    },
    wasKept: (error) => error instanceof Error && kept.has(error),
    close() {
      for (const socket of opening) socket.destroy();
      for (const one of [pool, toProxy]) void one?.destroy();
    },
  };
}
