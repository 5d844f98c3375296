/** One exchange with a server: its connection, its time and its end. */
import { say } from '../../core/said.ts';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { bodyStream } from './body.ts';
import { loadTransport, openPool, type Pool, type PoolSetup } from './pool.ts';
import { RequestError, toRequestError } from './request-error.ts';

/** Names in lower case; the first of repeated headers. */
export type ReplyHeaders = Readonly<Record<string, string | undefined>>;

export interface OpenRequest {
  /** `http:` or `https:`; certificates are verified unless `connections` says otherwise. */
  url: URL | string;
  /** Default: GET. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Milliseconds from here to the headers of the reply; null: `signal` alone ends the exchange. */
  timeoutMs: number | null;
  /** Most milliseconds between two chunks of the body; default: unlimited. */
  idleMs?: number;
  /** Connections to use; default: one that ends with the exchange. */
  connections?: Connections | Omit<PoolSetup, 'connections'> | undefined;
  /** Aborts the exchange. */
  signal?: AbortSignal | undefined;
  /** How messages name the server; default: host and port. */
  name?: string | ((url: URL) => string);
}

export interface OpenReply {
  status: number;
  headers: ReplyHeaders;
  /** Read with backpressure; destroying it ends the exchange. */
  body: Readable;
}

/** Kept connections to one server. */
export class Connections {
  readonly setup: PoolSetup;
  #pool: Pool | null = null;
  #origin = '';
  #isClosed = false;

  constructor(setup: PoolSetup) {
    this.setup = setup;
  }

  /** For the server of the first URL only. */
  async to(url: URL): Promise<Pool> {
    const undici = await loadTransport();
    if (this.#isClosed) throw new RequestError('closed', `the exchange with ${serverOf(url)} was ended`);
    if (this.#pool === null) this.#origin = url.origin;
    if (this.#origin !== url.origin) throw new Error(`connections to ${this.#origin} lead nowhere else`);
    return (this.#pool ??= openPool(undici, url, this.setup));
  }

  /** Aborts exchanges in progress. */
  close(): void {
    this.#isClosed = true;
    this.#pool?.close();
  }
}

/** `host:port` for messages; IPv6 addresses keep their brackets. */
export const serverOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;

export interface Exchange {
  readonly name: string;
  readonly reply: Promise<OpenReply>;
  /** Removes the time limit. */
  goOn(): void;
  end(): void;
}

export const urlOf = ({ url }: OpenRequest): URL => (typeof url === 'string' ? new URL(url) : url);

export const nameOf = ({ name = serverOf }: OpenRequest, url: URL): string =>
  typeof name === 'string' ? name : name(url);

/** @param ends of the monotonic clock; null: no separate end */
export function begin(asked: OpenRequest, ends: number | null): Exchange {
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
        // A kept connection had been lost, which says nothing about the server.
        again = new Connections({ ...pool.setup, connections: 1 });
        return send(again);
      }
    };
    send(own ?? (connections as Connections)).then(resolve, (error) => reject(toRequestError(error, name)));
  });
  const onAbort = (): void => stop(new RequestError('closed', `the exchange with ${name} was ended`));
  const onLate = (): void => stop(late(name, timeoutMs ?? 0));
  const timer = ends === null ? undefined : setTimeout(onLate, ends - performance.now());
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
  /** True if the connection is not reused. */
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
        // Bodies are not decompressed, and without this any coding would be acceptable (RFC 9110, 12.5.3).
        headers: { 'accept-encoding': 'identity', ...asked.headers },
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
          body = bodyStream(controller);
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

function firstOf(headers: Readonly<Record<string, string | string[] | undefined>>): ReplyHeaders {
  for (const name in headers)
    if (Array.isArray(headers[name]))
      return Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, [value].flat()[0]]));
  return headers as ReplyHeaders;
}

const late = (name: string, timeoutMs: number): RequestError =>
  new RequestError(
    'late',
    say('{server} did not answer within {seconds} seconds', { server: name, seconds: timeoutMs / 1000 }),
  );
