/** HTTP services on a Unix socket or TCP port: `Host.service`. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpService, RemoteAddress, ServiceAddress, SocketAddress } from '../../core/host.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { adopt } from '../../core/adopt.ts';
import { loose, texts } from '../../core/shape.ts';
import type { Json } from '../../core/served.ts';
import { parseJsonInSlices } from '../../core/parse-json.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { ConnectSetup } from '../../net/transport/connect.ts';
import { toRequestError } from '../../net/transport/request-error.ts';
import { readBody } from '../../net/transport/body.ts';
import { Connections, type OpenReply } from '../../net/transport/exchange.ts';
import { type HttpReply, type HttpRequest, open, request } from '../../net/transport/transport.ts';
import { createLineSplitter } from './lines.ts';
import { errorCode } from '../../core/files/error-code.ts';

/** Most concurrent requests; further ones are queued. */
const MOST_SOCKETS = 6;
const HEADERS = { accept: 'application/json' };
const MOST_REFUSAL_BYTES = 65_536;
/** Longest quote of an error reply. */
const MOST_QUOTED = 200;

/** `find` maps a path of the monitored host to one of ours. */
export function createHttpService(address: ServiceAddress, find: (path: string) => string): HttpService {
  const name = nameOf(address);
  const origin = originOf(address);
  /** Evaluated per connection, since sockets and certificates may be replaced. */
  const setup: ConnectSetup =
    'hostname' in address
      ? { tls: () => certificatesOf(address) }
      : { socketPath: () => place(address, find) };
  const connections = new Connections({ ...setup, connections: MOST_SOCKETS });
  const asked = (path: string) => ({ url: `${origin}${path}`, headers: HEADERS, name });
  const ask = async <T>(
    path: string,
    limits: Pick<HttpRequest, 'timeoutMs' | 'maxBytes' | 'signal' | 'cutsBody'>,
    take: (reply: HttpReply) => Promise<T>,
  ): Promise<T> => {
    try {
      return await take(await request({ ...asked(path), ...limits, connections }));
    } catch (error) {
      throw explained(error, name);
    }
  };
  const accepted = async (reply: HttpReply): Promise<HttpReply> => {
    if (isRefusal(reply.status)) await valueOf(reply, name);
    return reply;
  };

  return {
    state: () => ('hostname' in address ? 'present' : stateOf(address, find)),
    getJson: (path, limits) => ask(path, limits, (reply) => valueOf(reply, name)),
    getHeaders: (path, limits) => ask(path, limits, async (reply) => (await accepted(reply)).headers),
    getStart: (path, limits) =>
      ask(path, { ...limits, cutsBody: true }, async (reply) => (await accepted(reply)).body),
    follow(path, { timeoutMs, maxLineBytes, onOpen, onLine, onEnd }) {
      const control = new AbortController();
      const end = (error: unknown): void => {
        if (control.signal.aborted) return;
        control.abort();
        onEnd(explained(error, name));
      };
      const split = createLineSplitter(maxLineBytes, (line) => control.signal.aborted || onLine(line));
      const take = ({ body }: OpenReply): void => {
        onOpen();
        body.on('data', (part: Buffer) => {
          if (!split(part)) end(new ServiceError(`${name} sent a line of more than ${maxLineBytes} bytes`));
        });
        body.on('end', () => end(new ServiceError(`${name} ended the connection`)));
        body.on('error', end);
      };
      const own = { ...setup, isBackground: true };
      const { signal } = control;
      open({ ...asked(path), timeoutMs, connections: own, signal })
        .then(async (reply) => {
          if (signal.aborted) return;
          if (reply.status === 200) return take(reply);
          const body = await readBody(reply.body, { maxBytes: MOST_REFUSAL_BYTES, name });
          await valueOf({ ...reply, body }, name);
          throw new ServiceError(`${name} answered with status ${reply.status}`);
        })
        .catch(end);
      return () => control.abort();
    },
  };
}

const isRefusal = (status: number): boolean => status < 200 || status > 299;

/** Parses the JSON of a reply. Throws unless it is valid and has a 2xx status. */
async function valueOf({ status, body }: HttpReply, name: string): Promise<Json> {
  const value = await parseJsonInSlices(body.toString('utf8')).catch(() => undefined);
  if (isRefusal(status))
    throw new ServiceError(`${name} answered with status ${status}${messageIn(value)}`, { status });
  if (value === undefined) throw new ServiceError(`${name} did not answer with JSON`);
  return value;
}

/** Error replies of engines have `message` (Docker, Podman) or `error` (LXD). */
function messageIn(body: Json | undefined): string {
  const { message, error } = refusalIn(body) ?? {};
  const said = message ?? error ?? '';
  return said === '' ? '' : `: ${said.slice(0, MOST_QUOTED)}`;
}
const refusalIn = adopt(loose(texts('message', 'error')));

const place = (address: SocketAddress, find: (path: string) => string): string =>
  address.own === true ? address.socketPath : find(address.socketPath);

const nameOf = (address: ServiceAddress): string =>
  'hostname' in address ? `${address.hostname}:${address.port}` : address.socketPath;

/** Unix sockets have no host name: engines accept this one. */
const originOf = (address: ServiceAddress): string =>
  'hostname' in address
    ? `${address.tls === undefined ? 'http' : 'https'}://${hostInUrl(address.hostname)}:${address.port}`
    : 'http://localhost';

const hostInUrl = (hostname: string): string => (hostname.includes(':') ? `[${hostname}]` : hostname);

function certificatesOf({ tls }: RemoteAddress) {
  const rejectUnauthorized = tls?.verify ?? true;
  if (tls === undefined || tls.folder === null) return { rejectUnauthorized };
  const { folder } = tls;
  const file = (name: string): Buffer => readSmallFile(join(folder, name));
  return {
    rejectUnauthorized,
    ...(tls.verify && { ca: file('ca.pem') }),
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

/** `code` is the system's. */
function explained(error: unknown, name: string): ServiceError {
  if (error instanceof ServiceError) return error;
  const { said, problem, cause } = toRequestError(error, name);
  return new ServiceError(said, { code: problem === 'late' ? 'ETIMEDOUT' : errorCode(cause) });
}
