/** The outcome of sending one batch. */
import { plain } from './plain-text.ts';
import { answerText, retryAfterOf, type HttpAnswer } from './http-answer.ts';

/**
 * - `sent`: the target took it
 * - `again`: it may take it later
 * - `wait`: not before somebody has changed something there: a password, a database, a certificate
 * - `split`: part of it is wrong; halves may do
 * - `drop`: it never takes it
 */
export type VerdictKind = 'sent' | 'again' | 'wait' | 'split' | 'drop';

export interface Verdict {
  readonly kind: VerdictKind;
  /** The answer, or why there is none; part of a sentence. */
  readonly answer: string;
  /** Milliseconds for which the target asked to be left alone. */
  readonly retryAfterMs?: number;
  /** Samples among it that the target did not take although it took the rest. */
  readonly refused?: number;
  /** Nor will it take older values. */
  readonly isTooOld?: true;
}

const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);
/** Failures that an administrator can put right. */
const CURABLE: ReadonlySet<number> = new Set([401, 403, 404]);
const WRONG: ReadonlySet<number> = new Set([400, 409, 413, 422]);
/** Words by which Prometheus and its kin say, with any status, that samples will never be taken. */
const FINAL = /too old sample|out of bounds|out of order|duplicate sample/i;

/** @param now milliseconds since the epoch */
export function verdictOf(answer: HttpAnswer, now: number): Verdict {
  const { status, body } = answer;
  if (status >= 200 && status < 300) return { kind: 'sent', answer: `status ${status}` };
  const text = answerText(answer);
  if (WRONG.has(status) || (status >= 400 && FINAL.test(body))) return { kind: 'split', answer: text };
  if (CURABLE.has(status)) return { kind: 'wait', answer: `${text}${adviceFor(status)}` };
  if (status >= 500 || PASSING.has(status)) {
    const retryAfterMs = retryAfterOf(answer, now);
    return { kind: 'again', answer: text, ...(retryAfterMs !== null && { retryAfterMs }) };
  }
  return { kind: status < 400 ? 'wait' : 'drop', answer: text };
}

const adviceFor = (status: number): string =>
  status === 404 ? '; check the address and the name of the database' : '; check user, password and token';

/** Errors that stay until somebody acts: certificates above all. */
const LASTING = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|UNABLE_TO_|SELF_SIGNED_)/;

/** The usual causes, by the codes of Node. */
const ADVICE: readonly (readonly [codes: RegExp, advice: string])[] = [
  [/^ECONNREFUSED$/, '; nothing listens there: check host and port'],
  [/^ENOTFOUND$/, '; check the name of the host'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, '; check host, network and firewall'],
  [/^(ECONNRESET|EPIPE)$/, '; the target closed the connection: check port and protocol'],
  [/^(HPE_|ERR_SSL_|EPROTO$)/, '; something else listens there: check port and protocol'],
  [/^ENOSPC$/, '; free some space on the disk'],
  [LASTING, '; check the certificate, or set ca_file to that of its authority'],
];

/** Some drivers put whole stacks into their messages. */
const LONGEST = 200;

/** There was no answer. */
export function verdictOfError(error: unknown): Verdict {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [, advice = ''] = ADVICE.find(([codes]) => codes.test(code)) ?? [];
  const text = `${plain(message || code || String(error), LONGEST)}${advice}`;
  return { kind: LASTING.test(code) ? 'wait' : 'again', answer: text };
}
