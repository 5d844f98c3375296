/** Sockets for exchanges: TCP, TLS, Unix sockets, and tunnels through a proxy. */
import { lookup as systemLookup } from 'node:dns';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { buildConnector, Pool } from 'undici';
import { basicOf } from './basic.ts';
import { RequestError } from './request-error.ts';

export interface ConnectSetup {
  /** Path of a Unix socket, evaluated for each connection. */
  socketPath?(): string;
  /** Certificates and verification, evaluated for each connection. */
  tls?(): Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'rejectUnauthorized'>;
  /** Called with each connection after its TLS handshake. */
  onSecure?(socket: TLSSocket): void;
  lookup?: LookupFunction | undefined;
  /** Forbidden addresses, checked after name resolution. */
  isForbidden?(address: string): boolean;
  /** Proxy by the scheme of the server; null: none. The URL may have credentials. */
  proxies?: { readonly http: URL | null; readonly https: URL | null };
  /** Connections that do not keep the process alive. */
  isBackground?: boolean;
}

type Connector = buildConnector.connector;
type Place = Parameters<Connector>[0];

/** Time limit of a connection attempt; an exchange may have less. */
const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;

/**
 * @param onLost receives the error of a connection lost after its first reply
 * @param opening sockets being connected
 */
export function createConnector(
  setup: ConnectSetup,
  onLost: (error: Error) => void,
  opening: Set<Socket>,
): Connector {
  let session: Buffer | undefined;
  const secure = (place: Place, tunnel: Socket | null): Socket => {
    const host = plainHost(place.hostname);
    const socket = connectTls({
      ...tlsOptions(setup, place),
      ...(tunnel === null ? addressOf(setup, place) : { socket: tunnel, host }),
      ...(isIP(host) === 0 && { servername: host }),
      ...(session !== undefined && { session }),
      ALPNProtocols: ['http/1.1'],
    });
    return socket.on('session', (latest) => void (session = latest));
  };
  return (place, callback) => {
    const isSecure = place.protocol === 'https:';
    const tunnel = (place.httpSocket as Socket | undefined) ?? null;
    let socket: Socket;
    try {
      refuseForbidden(setup, plainHost(place.hostname));
      socket = isSecure ? secure(place, tunnel) : connectPlain(addressOf(setup, place));
    } catch (error) {
      return callback(error as Error, null);
    }
    let isSettled = false;
    let received = 0;
    const timer = setTimeout(() => socket.destroy(failed('ETIMEDOUT')), CONNECT_MS);
    const settle = (): boolean => {
      clearTimeout(timer);
      opening.delete(socket);
      const isFirst = !isSettled;
      isSettled = true;
      return isFirst;
    };
    opening.add(socket);
    if (setup.isBackground === true) {
      socket.unref();
      timer.unref();
    }
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
    socket.on(isSecure ? 'secureConnect' : 'connect', () => {
      received = socket.bytesRead;
      if (isSecure) setup.onSecure?.(socket as TLSSocket);
      if (settle()) callback(null, socket);
    });
    socket.on('error', (error) => {
      if (settle()) callback(error, null);
      else if (socket.bytesRead > received) onLost(error);
    });
    socket.on('close', () => {
      if (settle()) callback(failed('ECONNRESET'), null);
    });
  };
}

/** CONNECT through a proxy (RFC 9110, 9.3.6); TLS is end-to-end with the server. */
export function throughTunnel(connect: Connector, toProxy: Pool, via: URL): Connector {
  return (place, callback) => {
    const target = `${place.hostname}:${place.port || 443}`;
    toProxy.dispatch(
      { method: 'CONNECT', path: target, headers: { host: target, ...proxyHeaders(via) } },
      {
        onRequestStart() {},
        onRequestUpgrade(_control, status, _headers, socket) {
          if (status === 200) return connect({ ...place, httpSocket: socket as Socket }, callback);
          socket.destroy();
          callback(new RequestError('status', `the proxy ${via.origin} refuses with status ${status}`), null);
        },
        onResponseError: (_control, error) => callback(error, null),
      },
    );
  };
}

/** Credentials in the URL of a proxy (RFC 7617). */
export function proxyHeaders(via: URL): Record<string, string> {
  const authorization = basicOf(via);
  return authorization === null ? {} : { 'proxy-authorization': authorization };
}

/** Without the brackets of an IPv6 address. */
const plainHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

function addressOf({ socketPath, lookup, isForbidden }: ConnectSetup, { hostname, port, protocol }: Place) {
  if (socketPath !== undefined) return { path: socketPath() };
  const allowed = isForbidden === undefined ? lookup : allowedOnly(lookup, isForbidden);
  return {
    host: plainHost(hostname),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    ...(allowed !== undefined && { lookup: allowed }),
  };
}

function tlsOptions({ tls }: ConnectSetup, { hostname }: Place) {
  try {
    return tls?.();
  } catch (error) {
    throw new RequestError(
      'certificate',
      `the certificates for ${hostname} cannot be read: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** Names are checked when they are looked up: a connection goes to no other addresses than those. */
export function refuseForbidden({ isForbidden }: Pick<ConnectSetup, 'isForbidden'>, host: string): void {
  if (isForbidden?.(host) === true) throw new RequestError('forbidden', `${host} is not allowed as a server`);
}

/** A lookup that gives allowed addresses only, and all of them. */
export const allowedOnly =
  (lookup: LookupFunction = systemLookup as LookupFunction, isForbidden: (address: string) => boolean) =>
  (...[name, options, callback]: Parameters<LookupFunction>): void =>
    lookup(name, { ...options, all: true }, (error, found) => {
      const allowed = Array.isArray(found) ? found.filter(({ address }) => !isForbidden(address)) : [];
      const [first] = allowed;
      if (error !== null) callback(error, '', 0);
      else if (first === undefined)
        callback(new RequestError('forbidden', `${name} has no address that is allowed`), '', 0);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });

const failed = (code: string): Error => Object.assign(new Error(code), { code });
