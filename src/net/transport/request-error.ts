/** Why a remote server gave no usable answer. */
import type { Phrase } from '../../core/phrase.ts';
import { type Reason, SaidError, say } from '../../core/said.ts';

export type RequestProblem =
  /** Connection refused. */
  | 'refused'
  /** The name does not resolve. */
  | 'unresolved'
  /** No route to the address. */
  | 'unreachable'
  /** The answer was not complete in time. */
  | 'late'
  /** The answer is larger than allowed. */
  | 'too-large'
  /** The certificate is not trusted, or the TLS handshake failed. */
  | 'certificate'
  /** The address is forbidden. */
  | 'forbidden'
  /** The process may not open the socket. */
  | 'denied'
  /** There is no socket of this name. */
  | 'missing'
  /** The connection ended before the answer was complete. */
  | 'closed'
  /** The other side does not speak HTTP. */
  | 'not-http'
  /** 401: a password is required, or was wrong. */
  | 'password'
  /** 429: too many wrong passwords. */
  | 'guessing'
  /** A redirect, which is not followed. */
  | 'redirect'
  /** 400 or 404: not found. */
  | 'absent'
  /** Any other unsuccessful status. */
  | 'status'
  /** The content is not that of an agent. */
  | 'not-agent';

/** The message is part of a sentence and names the server: `connection refused by 10.0.0.5:61208`. */
export class RequestError extends SaidError {
  override readonly name = 'RequestError';
  readonly problem: RequestProblem;

  constructor(problem: RequestProblem, reason: Reason, options?: ErrorOptions) {
    super(reason, options);
    this.problem = problem;
  }
}

/** @param server host and port, for the message */
export function toRequestError(error: unknown, server: string): RequestError {
  if (error instanceof RequestError) return error;
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  // Errors of Unix sockets have no port.
  const known = code in OF_SOCKETS && !('port' in (error as object)) ? OF_SOCKETS[code] : KNOWN[code];
  if (known !== undefined) return new RequestError(known[0], say(known[1], { server }), options);
  if ((error as Error).name === 'HTTPParserError')
    return new RequestError('not-http', say('{server} does not speak HTTP', { server }), options);
  if (isTls(code, message))
    return new RequestError(
      'certificate',
      say('{server} has no certificate that is trusted: {message}', { server, message }),
      options,
    );
  return new RequestError('closed', say('{server} failed: {message}', { server, message }), options);
}

type Known = readonly [RequestProblem, Phrase];

const noWay: Known = ['unreachable', 'there is no way to {server}'];
const noName: Known = ['unresolved', 'the name of {server} has no address'];
const hungUp: Known = ['closed', '{server} ended the connection without an answer'];

const KNOWN: Readonly<Record<string, Known>> = {
  ECONNREFUSED: ['refused', 'connection refused by {server}'],
  ENOTFOUND: noName,
  EAI_AGAIN: ['unresolved', 'the name of {server} cannot be looked up at present'],
  EAI_NONAME: noName,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  EADDRNOTAVAIL: noWay,
  EHOSTDOWN: noWay,
  EACCES: noWay,
  EINVAL: noWay,
  ETIMEDOUT: ['late', '{server} did not answer in time'],
  UND_ERR_BODY_TIMEOUT: ['late', '{server} did not answer in time'],
  ECONNRESET: hungUp,
  EPIPE: hungUp,
  UND_ERR_SOCKET: hungUp,
  UND_ERR_HEADERS_OVERFLOW: ['not-http', '{server} sends headers that are too large'],
  EPROTO: ['certificate', '{server} does not speak TLS as we do'],
};

const noPermission: Known = ['denied', 'no permission to read {server}'];

const OF_SOCKETS: Readonly<Record<string, Known>> = {
  EACCES: noPermission,
  EPERM: noPermission,
  ENOENT: ['missing', '{server} does not exist'],
};

/** Codes of OpenSSL are many (`DEPTH_ZERO_SELF_SIGNED_CERT`, `ERR_TLS_…`); none of a socket looks like them. */
const isTls = (code: string, message: string): boolean =>
  code.startsWith('ERR_TLS') ||
  code.startsWith('ERR_SSL') ||
  /CERT|UNABLE_TO_/.test(code) ||
  /SSL routines/.test(message);
