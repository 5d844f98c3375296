/** Common to REST and XML-RPC: the peer, credentials, limits. */
import { type Said, say } from '../../core/said.ts';
import { type Connections, serverOf } from '../transport/exchange.ts';
import type { HttpReply } from '../transport/transport.ts';
import { RequestError } from '../transport/request-error.ts';

export interface Peer {
  /** Scheme, host and port, perhaps a path below which everything is: `http://10.0.0.5:61208`. */
  base: URL;
  /** Value of the header `Authorization`; null: none. */
  authorization: string | null;
  /** Milliseconds for a whole answer. */
  timeoutMs: number;
  /** Bytes of an answer. */
  maxBytes: number;
  connections?: Connections | undefined;
  signal?: AbortSignal | undefined;
}

/** A path below that of the peer, perhaps with a query. */
export function below({ base }: Pick<Peer, 'base'>, path: string): URL {
  // A hub does this hundreds of times a second.
  if (base.pathname === '/') return new URL(path.replace(/^\/+/, '/'), base);
  const url = new URL(base);
  const [pathname = '', query = ''] = path.split('?', 2);
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '') + pathname;
  url.search = query;
  return url;
}

/** Throws {@link RequestError} unless the status is 200 and the body is as it was asked for: not compressed. */
export function checkStatus({ status, headers }: HttpReply, { base, authorization }: Peer): void {
  if (status === 200) return checkCoding(headers['content-encoding'], base);
  const server = serverOf(base);
  if (status === 401)
    throw new RequestError(
      'password',
      authorization === null
        ? say('{server} asks for a password', { server })
        : say('{server} refuses the user or the password', { server }),
    );
  if (status === 429) throw new RequestError('guessing', guessingText(server, headers['retry-after']));
  if (status >= 300 && status < 400)
    throw new RequestError(
      'redirect',
      say('{server} redirects to another address, which is not followed', { server }),
    );
  if (status === 404 || status === 400)
    throw new RequestError('absent', say('{server} does not have what was asked for', { server }));
  throw new RequestError('status', say('{server} answers with status {status}', { server, status }));
}

/** Throws {@link RequestError} for a compressed body: requests ask for none. */
export function checkCoding(coding: string | undefined, base: URL): void {
  if (coding === undefined || /^(identity)?$/i.test(coding.trim())) return;
  const name = /^[\w-]{1,20}$/.test(coding.trim()) ? coding.trim() : 'an unknown coding';
  throw new RequestError(
    'not-agent',
    `${serverOf(base)} answers compressed (${name}), which was not asked for: check the proxy before it`,
  );
}

function guessingText(server: string, retryAfter: string | undefined): Said {
  return /^\d{1,5}$/.test(retryAfter ?? '')
    ? say('{server} has had too many wrong passwords from here: try again in {seconds} seconds', {
        server,
        seconds: Number(retryAfter),
      })
    : say('{server} has had too many wrong passwords from here: try again later', { server });
}

/** `HTML`, or what the type says, cut to what is worth telling. */
export function typeName(type: string | undefined): string {
  const [media = ''] = (type ?? '').split(';');
  if (/html/i.test(media)) return 'HTML';
  return /^[\w./+-]{1,40}$/.test(media.trim()) ? media.trim() : 'something else';
}
