/** The outcome of sending one batch. */
import { singleLine } from './plain-text.ts';
import { answerText, retryAfterOf, type HttpAnswer } from './http-answer.ts';
import { causeOf } from './error-cause.ts';

/**
 * - `sent`: accepted
 * - `again`: may be accepted later
 * - `wait`: not before something changes at the target: a password, a database, a certificate
 * - `split`: partly invalid; halves may be accepted
 * - `drop`: never accepted
 */
type VerdictKind = 'sent' | 'again' | 'wait' | 'split' | 'drop';

export interface DeliveryVerdict {
  readonly kind: VerdictKind;
  /** Reply, or the reason for its absence; part of a sentence. */
  readonly answer: string;
  /** Like `answer`, without text of the other side: users of the page must not read what an internal server replies. */
  readonly status?: string;
  /** Milliseconds that the target asked to wait. */
  readonly retryAfterMs?: number;
  /** Samples that the target rejected although it accepted the rest. */
  readonly refused?: number;
  /** Samples that were not sent because newer ones replace them. */
  readonly outdated?: number;
  /** It will not accept older values either. */
  readonly isTooOld?: true;
  /** True if the receiver no longer exists. */
  readonly isGone?: true;
  /** True if the credentials are wrong or insufficient. */
  readonly isDenied?: true;
}

/** Verdict for rejected credentials: only other ones help. */
export const denied = (answer: string): DeliveryVerdict => ({ kind: 'wait', answer, isDenied: true });

/** Too early, too many or too slow: later attempts may succeed. Other 4xx are final. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);
const DENIED: ReadonlySet<number> = new Set([401, 403]);
const WRONG: ReadonlySet<number> = new Set([400, 409, 413, 422]);
/** Phrases with which Prometheus-compatible servers reject samples for good, with any status. */
const FINAL = /too old sample|out of bounds|out of order|duplicate sample/i;

/** Outcome by status alone: `sent`, `again` or `drop`. @param now milliseconds since the epoch */
export function verdictOfStatus(answer: HttpAnswer, now: number): DeliveryVerdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'sent', answer: `status ${status}` };
  const text = answerText(answer);
  const shown = { answer: text, status: `status ${status}` };
  if (status < 500 && !PASSING.has(status)) return { kind: 'drop', ...shown };
  const retryAfterMs = retryAfterOf(answer, now);
  return { kind: 'again', ...shown, ...(retryAfterMs !== null && { retryAfterMs }) };
}

/** Outcome of a database error: whether to split the batch, and whether somebody must act there. */
export function verdictOf(answer: HttpAnswer, now: number): DeliveryVerdict {
  const { status, body } = answer;
  const verdict = verdictOfStatus(answer, now);
  if (verdict.kind === 'sent') return verdict;
  const { answer: text } = verdict;
  if (WRONG.has(status) || (status >= 400 && FINAL.test(body))) return { kind: 'split', answer: text };
  if (DENIED.has(status)) return denied(text);
  if (status === 404)
    return { kind: 'wait', answer: `${text}; check the address and the name of the database` };
  return status < 400 ? { kind: 'wait', answer: text } : verdict;
}

/** TLS alerts of a target that got no client certificate that it trusts. */
const OWN_CERTIFICATE =
  /^ERR_SSL_TLSV?\d*_ALERT_(?:CERTIFICATE_REQUIRED|UNKNOWN_CA)$|^ERR_SSL_SSLV3_ALERT_\w*CERTIFICATE/;

/** Errors that stay until somebody acts: certificates above all. */
const LASTING = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|UNABLE_TO_|SELF_SIGNED_)/;

const CLOSED = '; the target closed the connection: check port and protocol';
const FOREIGN = '; something else listens there: check port and protocol';

/** Usual causes by Node.js error code. */
const ADVICE: readonly (readonly [codes: RegExp, advice: string])[] = [
  [/^ECONNREFUSED$/, '; nothing listens there: check host and port'],
  [/^ENOTFOUND$/, '; check the name of the host'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, '; check host, network and firewall'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, CLOSED],
  [OWN_CERTIFICATE, '; the target asks for a certificate that it trusts: check cert_file and key_file'],
  [/^(HPE_|ERR_SSL_|EPROTO$)/, FOREIGN],
  [/^ENOSPC$/, '; free some space on the disk'],
  [/^(EACCES|EPERM|EROFS)$/, '; check the permissions of the user that runs gander'],
  [/^(ENOENT|ENOTDIR|EEXIST|EISDIR)$/, '; check the path'],
  [/^ENXIO$/, '; nobody reads from there'],
  [/^EADDRINUSE$/, '; another program listens there: choose another port'],
  [/^EADDRNOTAVAIL$/, '; this machine does not have the address: check host'],
  [LASTING, '; check the certificate, or set ca_file to that of its authority'],
];

/** A Node.js message whose code has other causes too. */
const NO_TLS: (typeof ADVICE)[number] = [
  /before secure TLS connection/,
  '; the target closed it: check that it uses TLS on this port',
];

/** Messages of drivers without error codes, with the same causes. */
const PHRASES: typeof ADVICE = [
  [
    /closed abruptly|^Closed connection|Couldn't connect to server|undefined error|^(?:the )?connection .*closed$/,
    CLOSED,
  ],
  [/^Frame size|^Invalid header flag|^unexpected response|is not that of a|TLS handshake/, FOREIGN],
  [/^No host could be resolved/, '; check the name of the host'],
  [/^Server selection timed out/, '; check host, port and protocol, or raise timeout'],
];

/** Some drivers put whole stack traces into their messages. */
const LONGEST = 200;
/** Extracts OpenSSL's reason from its numbers and file names. */
const OPENSSL = /error:[\da-f]+:SSL routines:[^:]*:([^:]+)/i;

const isKnown = (code: string): boolean => ADVICE.some(([codes]) => codes.test(code));

/** Outcome without a reply. */
export function verdictOfError(error: unknown): DeliveryVerdict {
  const { code = '', message } = causeOf(error, isKnown);
  const [, handshake] = OPENSSL.exec(message) ?? [];
  const whole = handshake === undefined ? message || code : `the TLS handshake failed (${handshake})`;
  const [, advice = ''] =
    [NO_TLS].find(([words]) => words.test(whole)) ??
    ADVICE.find(([codes]) => codes.test(code)) ??
    PHRASES.find(([words]) => words.test(whole)) ??
    [];
  const text = `${singleLine(whole, LONGEST)}${advice}`;
  const isLasting = LASTING.test(code) || OWN_CERTIFICATE.test(code);
  return { kind: isLasting ? 'wait' : 'again', answer: text };
}
