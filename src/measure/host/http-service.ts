/** Services that speak HTTP on a Unix socket or a TCP port: `Host.service`. */
import { lstatSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { HttpService, RemoteAddress, ServiceAddress, SocketAddress } from '../../core/host.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { ServiceError } from '../../core/service-error.ts';
import { collectBody } from './http-body.ts';
import { createLineSplitter } from './lines.ts';
import { errorCode } from './system-error.ts';

/** Questions under way at a time; more wait their turn. */
const MOST_SOCKETS = 6;
const HEADERS = { accept: 'application/json', host: 'localhost' };

/** `find` maps a path of the watched host to one of ours. */
export function createHttpService(address: ServiceAddress, find: (path: string) => string): HttpService {
  const name = nameOf(address);
  const agents = { keepAlive: true, maxSockets: MOST_SOCKETS, maxFreeSockets: 2 };
  const isTls = 'hostname' in address && address.tls !== undefined;
  const client = isTls ? https : http;
  const agent = isTls ? new https.Agent(agents) : new http.Agent(agents);
  /** Where to connect: found anew each time, since the socket may have moved (a link, a certificate renewed). */
  const target = (): https.RequestOptions =>
    'hostname' in address ? remoteOptions(address) : { socketPath: place(address, find) };
  const open = (path: string, own: boolean): http.ClientRequest =>
    client.request({ ...target(), path, headers: HEADERS, agent: own ? false : agent }).end();

  return {
    state: () => ('hostname' in address ? 'present' : stateOf(address, find)),
    getJson(path, limits) {
      return new Promise((resolve, reject) => {
        let request: http.ClientRequest;
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          request.destroy();
          settle();
        };
        const timer = setTimeout(() => end(() => reject(late(name, limits.timeoutMs))), limits.timeoutMs);
        const ask = (own: boolean): void => {
          request = attempt(() => open(path, own), name);
          request.on('error', (error) => {
            // The service closed a connection that was kept open: that says nothing about it.
            if (request.reusedSocket && isClosed(error)) ask(true);
            else end(() => reject(explained(error, name)));
          });
          request.on('response', (response) => {
            collectBody(response, limits.maxBytes, name).then(
              (body) => {
                clearTimeout(timer);
                resolve(body);
              },
              (error) => end(() => reject(explained(error, name))),
            );
          });
        };
        try {
          ask(false);
        } catch (error) {
          clearTimeout(timer);
          reject(explained(error, name));
        }
      });
    },
    follow(path, { timeoutMs, maxLineBytes, onOpen, onLine, onEnd }) {
      let over = false;
      let request: http.ClientRequest | undefined;
      const end = (error: ServiceError | null): void => {
        if (over) return;
        over = true;
        clearTimeout(timer);
        request?.destroy();
        if (error !== null) onEnd(error);
      };
      const timer = setTimeout(() => end(late(name, timeoutMs)), timeoutMs);
      timer.unref();
      const split = createLineSplitter(maxLineBytes, (line) => over || onLine(line));
      try {
        request = attempt(() => open(path, true), name);
      } catch (error) {
        queueMicrotask(() => end(explained(error, name)));
        return () => end(null);
      }
      request.on('socket', (socket) => {
        socket.unref();
        socket.setKeepAlive(true, 30_000);
      });
      request.on('error', (error) => end(explained(error, name)));
      request.on('response', (response) => {
        clearTimeout(timer);
        if (response.statusCode !== 200) {
          collectBody(response, 65_536, name).then(
            () => end(new ServiceError(`${name} answered with status ${response.statusCode}`)),
            (error) => end(explained(error, name)),
          );
          return;
        }
        onOpen();
        response.on('data', (part: Buffer) => {
          if (!split(part)) end(new ServiceError(`${name} sent a line of more than ${maxLineBytes} bytes`));
        });
        response.on('error', (error) => end(explained(error, name)));
        response.on('end', () => end(new ServiceError(`${name} ended the connection`)));
        response.on('close', () => end(new ServiceError(`${name} ended the connection`)));
      });
      return () => end(null);
    },
  };
}

const late = (name: string, timeoutMs: number): ServiceError =>
  new ServiceError(`${name} did not answer within ${timeoutMs} ms`, { code: 'ETIMEDOUT' });

const isClosed = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(errorCode(error) ?? '');

const place = (address: SocketAddress, find: (path: string) => string): string =>
  address.own === true ? address.socketPath : find(address.socketPath);

const nameOf = (address: ServiceAddress): string =>
  'hostname' in address ? `${address.hostname}:${address.port}` : address.socketPath;

function remoteOptions({ hostname, port, tls }: RemoteAddress): https.RequestOptions {
  if (tls === undefined) return { hostname, port };
  const servername = isIP(hostname) === 0 ? { servername: hostname } : {};
  if (tls.folder === null) return { hostname, port, ...servername, rejectUnauthorized: tls.verify };
  const { folder } = tls;
  const file = (name: string): Buffer => readSmallFile(join(folder, name));
  return {
    hostname,
    port,
    ...servername,
    rejectUnauthorized: tls.verify,
    ...(tls.verify ? { ca: file('ca.pem') } : {}),
    cert: file('cert.pem'),
    key: file('key.pem'),
  };
}

function stateOf(address: SocketAddress, find: (path: string) => string): 'present' | 'absent' | 'denied' {
  try {
    return lstatSync(place(address, find), { throwIfNoEntry: false }) === undefined ? 'absent' : 'present';
  } catch (error) {
    return errorCode(error) === 'EACCES' ? 'denied' : 'absent';
  }
}

/** Errors that Node throws at once (a path that is too long, a certificate that cannot be read), in the form of all others. */
function attempt<T>(start: () => T, name: string): T {
  try {
    return start();
  } catch (error) {
    throw explained(error, name);
  }
}

function explained(error: unknown, name: string): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = errorCode(error);
  const words = code === undefined ? undefined : WORDS[code];
  const text = error instanceof Error && error.message !== '' ? error.message : String(code ?? error);
  return new ServiceError(words === undefined ? `${name} failed: ${text}` : words(name), { code });
}

const WORDS: Readonly<Record<string, (name: string) => string>> = {
  EACCES: (name) => `no permission to read ${name}`,
  EPERM: (name) => `no permission to read ${name}`,
  ENOENT: (name) => `${name} does not exist`,
  ECONNREFUSED: (name) => `nothing listens on ${name}`,
  ECONNRESET: (name) => `${name} ended the connection without an answer`,
};
