/** Passes requests of readers on to a server: nothing of theirs but path and validators, nothing of its but JSON. */
import type { Readable } from 'node:stream';
import { type Peer, checkCoding, typeName } from '../../net/agents/ask.ts';
import { serverOf } from '../../net/transport/exchange.ts';
import { type HttpReply, open, request } from '../../net/transport/transport.ts';
import { RequestError } from '../../net/transport/request-error.ts';

/** A request for a server, as far as it is passed on. */
export interface Passed {
  method: 'GET' | 'POST';
  /** Path and query below the server's root, as `passed-path.ts` writes them. */
  path: string;
  /** Bytes of the answer's body; default: 8 MiB. */
  maxBytes?: number;
  /** `If-None-Match` or `Last-Event-ID` of the reader; nothing else of theirs is passed on. */
  headers: Readonly<Record<string, string>>;
  /** Ends it. */
  signal: AbortSignal;
}

/** Paths that a reader may get. */
export interface PassedReply {
  status: number;
  etag: string | null;
  body: Buffer;
}

/** Milliseconds for a whole answer: the first one after a pause may have to wait for a sample. */
export const ANSWER_MS = 15_000;
/** Of 2,000 processes with their command lines, several times over. */
export const MOST_BYTES = 8 * 1024 * 1024;
/** A stream that is silent for longer has ended without saying so; servers give a sign of life every 15 seconds. */
const SILENCE_MS = 60_000;

const ETAG = /^(W\/)?"[\x21\x23-\x7e]{0,200}"$/;
/** Refusals that concern what was asked for, not who asks. */
const ANSWERS = new Set([200, 304, 400, 404, 405, 409, 422]);

/** Throws `RequestError` for anything but an answer in JSON. */
export async function forwardJson(peer: Peer, passed: Passed): Promise<PassedReply> {
  const reply = await request({
    url: urlOf(peer, passed),
    method: passed.method,
    headers: headersOf(peer, passed, 'application/json'),
    timeoutMs: ANSWER_MS,
    maxBytes: passed.maxBytes ?? MOST_BYTES,
    connections: peer.connections,
    signal: passed.signal,
  });
  refuse(reply, peer);
  checkCoding(reply.headers['content-encoding'], peer.base);
  const { status, headers, body } = reply;
  const { etag = '', 'content-type': type } = headers;
  if (status !== 304 && !/^application\/json\s*(;|$)/i.test(type ?? ''))
    throw new RequestError(
      'not-agent',
      `${serverOf(peer.base)} answers with ${typeName(type)} instead of JSON`,
    );
  return { status, etag: ETAG.test(etag) ? etag : null, body };
}

/** A stream of events; its caller reads it at any pace, and destroys it. Throws `RequestError`. */
export async function forwardStream(peer: Peer, passed: Passed): Promise<Readable> {
  const { status, headers, body } = await open({
    url: urlOf(peer, passed),
    headers: headersOf(peer, passed, 'text/event-stream'),
    timeoutMs: ANSWER_MS,
    idleMs: SILENCE_MS,
    connections: peer.connections,
    signal: passed.signal,
  });
  try {
    checkCoding(headers['content-encoding'], peer.base);
  } catch (error) {
    body.destroy();
    throw error;
  }
  const type = headers['content-type'];
  if (status === 200 && /^text\/event-stream\s*(;|$)/i.test(type ?? '')) return body;
  body.destroy();
  if (status === 200 || status === 404 || status === 400)
    throw new RequestError('absent', `${serverOf(peer.base)} has no stream`);
  refuse({ status, headers }, peer);
  throw new RequestError('status', `${serverOf(peer.base)} answers with status ${status}`);
}

/** Throws for a path that would not be sent as it is written. */
function urlOf({ base }: Peer, { path }: Passed): URL {
  const url = new URL(path, base);
  if (url.href !== base.origin + path || !url.pathname.startsWith('/api/'))
    throw new RequestError('absent', `${serverOf(base)} is asked for its API only`);
  return url;
}

const headersOf = ({ authorization }: Peer, { headers }: Passed, accept: string) => ({
  accept,
  ...headers,
  ...(authorization !== null && { authorization }),
});

/** Throws unless the status is an answer to the reader's question. What concerns the hub's own credentials is no business of theirs. */
function refuse(
  { status, headers }: Pick<HttpReply, 'status' | 'headers'>,
  { base, authorization }: Peer,
): void {
  if (ANSWERS.has(status)) return;
  const server = serverOf(base);
  if (status === 401 || status === 403 || status === 407)
    throw new RequestError(
      'password',
      authorization === null
        ? `${server} asks for a password that this hub does not have`
        : `${server} refuses the password of this hub`,
    );
  if (status >= 300 && status < 400)
    throw new RequestError('redirect', `${server} redirects to another address, which is not followed`);
  const again = /^\d{1,5}$/.test(headers['retry-after'] ?? '')
    ? `: try again in ${headers['retry-after']} seconds`
    : '';
  throw new RequestError('status', `${server} answers with status ${status}${again}`);
}
