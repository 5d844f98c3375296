/** Reads the reason and the wait from the reply to a POST request. */
import { adopt } from '../../core/adopt.ts';
import { either, listOf, loose, number, text, type TypeOf } from '../../core/shape.ts';
import { singleLine } from './plain-text.ts';
import { orNull } from '../../core/or-null.ts';

export interface HttpAnswer {
  status: number;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Start of the body, empty if it was not read. */
  body: string;
}

export interface WholeAnswer extends HttpAnswer {
  /** The raw body. */
  readonly bytes: Uint8Array;
}

/** Longest accepted wait. */
const MOST_WAIT_MS = 3_600_000;

/** `status 400 (no such field)` */
export function answerText({ status, body }: HttpAnswer): string {
  if (status >= 300 && status < 400)
    return `status ${status}, a redirect, which is not followed: set the final address`;
  const json = jsonOf(body);
  const reason =
    json === null ? pageless(body) : typeof json === 'string' ? singleLine(json, 200) : reasonIn(json);
  return `status ${status}${reason === '' ? '' : ` (${reason})`}`;
}

/** Milliseconds that the reply asks to wait; null: none. */
export const retryAfterOf = ({ headers, body }: HttpAnswer, now: number): number | null =>
  waitOf(headers, jsonOf(body), now);

const REASON = either(text(), listOf(text()));
const WAIT = { retry_after: number() };
const ANSWER = loose({
  errors: REASON,
  errorDescription: REASON,
  description: REASON,
  error: REASON,
  message: REASON,
  ...WAIT,
  retry_after_ms: either(number(), text()),
  parameters: loose(WAIT),
});
type Answer = TypeOf<typeof ANSWER>;
const answerIn = adopt(either(text(), ANSWER));

/** Null: no JSON. */
function jsonOf(body: string): Answer | string | null {
  return orNull(() => answerIn(JSON.parse(body)) ?? {});
}

/** Longer texts are pages, not reasons. */
const pageless = (body: string): string => (/^\s*</.test(body) ? '' : singleLine(body, 200));

/** Members in which services give the reason: Gotify, Telegram, ntfy and Discord as text, Pushover and PagerDuty as a list. */
function reasonIn({ errors, errorDescription, description, error, message }: Answer): string {
  const reason = errors ?? errorDescription ?? description ?? error ?? message ?? '';
  return singleLine([reason].flat().join('; '), 200);
}

/**
 * Retry-After (RFC 9110, 10.2.3) in seconds or as a date. In the body, Telegram and Discord have seconds, Matrix has milliseconds.
 */
function waitOf(headers: HttpAnswer['headers'], body: ReturnType<typeof jsonOf>, now: number): number | null {
  const header = headers['retry-after'];
  const json = typeof body === 'string' ? null : body;
  const inBody = json?.parameters?.retry_after ?? json?.retry_after;
  let ms = inBody === undefined ? Number(json?.retry_after_ms ?? Number.NaN) : inBody * 1000;
  if (header !== undefined) ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MOST_WAIT_MS) : null;
}
