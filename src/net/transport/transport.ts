/**
 * Exchanges with HTTP servers that may be hostile: bounded in bytes and time, without redirects unless a caller allows
 * some, and without the credentials of an address.
 */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { loadTransport, openPool, type Pool, type PoolSetup } from './pool.ts';
import { RequestError, toRequestError } from './request-error.ts';

/** Names in lower case. Of a header that comes several times, the first. */
export type ReplyHeaders = Readonly<Record<string, string | undefined>>;

export interface OpenRequest {
  /** `http:` or `https:`; certificates are verified unless `connections` says otherwise. */
  url: URL | string;
  /** Default: GET. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Milliseconds from here to the headers of the reply. */
  timeoutMs: number;
  /** Milliseconds between two parts of the body; default: without end. */
  idleMs?: number;
  /** How the exchange connects; default: by a connection that ends with it. */
  connections?: Connections | Omit<PoolSetup, 'connections'> | undefined;
  /** Ends the exchange. */
  signal?: AbortSignal | undefined;
  /** How messages name the server; default: host and port. */
  name?: string | ((url: URL) => string);
}

export interface HttpRequest extends OpenRequest {
  /** Milliseconds from here to the last byte. */
  timeoutMs: number;
  /** Bytes of the reply's body. */
  maxBytes: number;
  /** Whether the body is read; default: it is. */
  wantsBody?(status: number): boolean;
  /**
   * Redirects that are followed, with all of them in the same time; default: they are replies. Credentials in the header
   * go to the first origin only.
   */
  redirects?: number;
}

export interface HttpReply {
  status: number;
  headers: ReplyHeaders;
  body: Buffer;
}

export interface OpenReply {
  status: number;
  headers: ReplyHeaders;
  /** Read at the pace of its reader; destroying it ends the exchange. */
  body: Readable;
}

/** Connections to one server that are kept. */
export class Connections {
  readonly setup: PoolSetup;
  #pool: Pool | null = null;
  #origin = '';
  #isClosed = false;

  constructor(setup: PoolSetup) {
    this.setup = setup;
  }

  /** For the server of the first URL; there is no other. */
  async to(url: URL): Promise<Pool> {
    const undici = await loadTransport();
    if (this.#isClosed) throw new RequestError('closed', `the exchange with ${serverOf(url)} was ended`);
    if (this.#pool === null) this.#origin = url.origin;
    if (this.#origin !== url.origin) throw new Error(`connections to ${this.#origin} lead nowhere else`);
    return (this.#pool ??= openPool(undici, url, this.setup));
  }

  /** Ends the exchanges that are under way. */
  close(): void {
    this.#isClosed = true;
    this.#pool?.close();
  }
}

/** Throws {@link RequestError}. The meaning of a status is left to the caller: 404 is a reply. */
export async function request(asked: HttpRequest): Promise<HttpReply> {
  const { redirects = 0, headers = {}, timeoutMs } = asked;
  const { authorization: _, ...open } = headers;
  const first = urlOf(asked);
  const ends = performance.now() + timeoutMs;
  let url = first;
  for (let hops = 0; hops <= redirects; hops += 1) {
    const reply = await requestOnce(
      { ...asked, url, headers: url.origin === first.origin ? headers : open },
      ends,
    );
    const { location } = reply.headers;
    if (redirects === 0 || !REDIRECTS.has(reply.status) || location === undefined) return reply;
    url = redirected(location, url, nameOf(asked, url));
  }
  throw new RequestError('redirect', `${nameOf(asked, first)} redirects more than ${redirects} times`);
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function redirected(location: string, from: URL, name: string): URL {
  const target = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
    throw new RequestError('redirect', `${name} redirects to what is no address of http or https`);
  return target;
}

async function requestOnce(asked: HttpRequest, ends: number): Promise<HttpReply> {
  const exchange = begin(asked, ends);
  try {
    const { status, headers, body } = await exchange.reply;
    if (asked.wantsBody?.(status) !== false)
      return { status, headers, body: await bytesOf(body, { ...asked, name: exchange.name }) };
    body.destroy();
    return { status, headers, body: Buffer.alloc(0) };
  } finally {
    exchange.end();
  }
}

/** The same for a body that is read as it comes. */
export async function open(asked: OpenRequest): Promise<OpenReply> {
  const exchange = begin(asked, performance.now() + asked.timeoutMs);
  try {
    const reply = await exchange.reply;
    exchange.goOn();
    reply.body.once('close', exchange.end);
    return reply;
  } catch (error) {
    exchange.end();
    throw error;
  }
}

/** `host:port` for messages; IPv6 addresses keep their brackets. */
export const serverOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;

interface Exchange {
  readonly name: string;
  readonly reply: Promise<OpenReply>;
  /** Its time has no bound any more. */
  goOn(): void;
  end(): void;
}

const urlOf = ({ url }: OpenRequest): URL => (typeof url === 'string' ? new URL(url) : url);

const nameOf = ({ name = serverOf }: OpenRequest, url: URL): string =>
  typeof name === 'string' ? name : name(url);

/** @param ends of the monotonic clock */
function begin(asked: OpenRequest, ends: number): Exchange {
  const url = urlOf(asked);
  const { timeoutMs, signal, connections } = asked;
  const name = nameOf(asked, url);
  const own = connections instanceof Connections ? null : new Connections({ ...connections, connections: 1 });
  let again: Connections | null = null;
  let stop = (_error: RequestError): void => {};
  const reply = new Promise<OpenReply>((resolve, reject) => {
    let problem: RequestError | null = null;
    let last: Attempt | null = null;
    stop = (error) => {
      problem ??= error;
      last?.stop(error);
      reject(error);
    };
    const send = async (kept: Connections): Promise<OpenReply> => {
      const pool = await kept.to(url);
      if (problem !== null) throw problem;
      last = attempt(pool, asked, url, { name, isLast: kept === own || kept === again });
      try {
        return await last.reply;
      } catch (error) {
        if (problem !== null || again !== null || !pool.wasKept(error)) throw error;
        // A connection that was kept had been lost: that says nothing about the server.
        again = new Connections({ ...pool.setup, connections: 1 });
        return send(again);
      }
    };
    send(own ?? (connections as Connections)).then(resolve, (error: unknown) =>
      reject(toRequestError(error, name)),
    );
  });
  const onAbort = (): void => stop(new RequestError('closed', `the exchange with ${name} was ended`));
  const timer = setTimeout(() => stop(late(name, timeoutMs)), ends - performance.now());
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort);
  return {
    name,
    reply,
    goOn: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      own?.close();
      again?.close();
    },
  };
}

interface Attempt {
  readonly reply: Promise<OpenReply>;
  stop(error: RequestError): void;
}

interface AttemptSetup {
  name: string;
  /** Nothing follows on its connection. */
  isLast: boolean;
}

/** One attempt. Its promise rejects with the errors of the socket and of undici. */
function attempt(pool: Pool, asked: OpenRequest, url: URL, { name, isLast }: AttemptSetup): Attempt {
  let control: Dispatcher.DispatchController | null = null;
  let stopped: RequestError | null = null;
  let body: Readable | null = null;
  const reply = new Promise<OpenReply>((resolve, reject) => {
    pool.dispatch(
      {
        method: (asked.method ?? 'GET') as Dispatcher.HttpMethod,
        path: url.pathname + url.search,
        headers: { ...asked.headers },
        ...(asked.body !== undefined && { body: asked.body }),
        ...(asked.idleMs !== undefined && { bodyTimeout: asked.idleMs }),
        ...(isLast && { reset: true }),
      },
      {
        onRequestStart(controller) {
          control = controller;
          if (stopped !== null) controller.abort(stopped);
        },
        onResponseStart(controller, status, headers) {
          if (status < 200) return;
          body = bodyOf(controller);
          resolve({ status, headers: firstOf(headers), body });
        },
        onResponseData(controller, part) {
          if (body?.push(part) === false) controller.pause();
        },
        onResponseEnd: () => void body?.push(null),
        onResponseError(_controller, error) {
          reject(error);
          body?.destroy(stopped ?? toRequestError(error, name));
        },
      },
    );
  });
  return {
    reply,
    stop(error) {
      stopped = error;
      control?.abort(error);
      body?.destroy(error);
    },
  };
}

function bodyOf(controller: Dispatcher.DispatchController): Readable {
  const body = new Readable({
    read: () => controller.resume(),
    destroy(error, done) {
      controller.abort(error ?? new Error('the body is not read'));
      done(error);
    },
  });
  // A reader that comes later finds the error in `errored`.
  return body.on('error', () => {});
}

function firstOf(headers: Readonly<Record<string, string | string[] | undefined>>): ReplyHeaders {
  for (const name in headers)
    if (Array.isArray(headers[name]))
      return Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, [value].flat()[0]]));
  return headers as ReplyHeaders;
}

interface BodyLimits extends Pick<HttpRequest, 'maxBytes'> {
  name: string;
}

/** A whole body. By listeners, which cost a fraction of an iterator. Throws {@link RequestError}. */
export const bytesOf = (body: Readable, { maxBytes, name }: BodyLimits): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const whole = (): Buffer => (parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    body.on('data', (part: Buffer) => {
      size += part.length;
      parts.push(part);
      if (size <= maxBytes) return;
      reject(new RequestError('too-large', `${name} sent more than ${maxBytes} bytes`));
      body.destroy();
    });
    body.on('end', () => resolve(whole()));
    body.on('error', (error) => reject(toRequestError(error, name)));
    if (body.errored !== null) reject(toRequestError(body.errored, name));
  });

const late = (name: string, timeoutMs: number): RequestError =>
  new RequestError('late', `${name} did not answer within ${timeoutMs / 1000} seconds`);
