/** Reads the reason and the wait from the reply to a POST request. */
import { plain } from './plain-text.ts';

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
    json === null ? pageless(body) : typeof json === 'string' ? plain(json, 200) : reasonIn(json);
  return `status ${status}${reason === '' ? '' : ` (${reason})`}`;
}

/** Milliseconds that the reply asks to wait; null: none. */
export const retryAfterOf = ({ headers, body }: HttpAnswer, now: number): number | null =>
  waitOf(headers, jsonOf(body), now);

type Json = Readonly<Record<string, unknown>>;

function jsonOf(body: string): Json | string | null {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'string') return value;
    return typeof value === 'object' && value !== null ? (value as Json) : {};
  } catch {
    return null;
  }
}

/** Longer texts are pages, not reasons. */
const pageless = (body: string): string => (/^\s*</.test(body) ? '' : plain(body, 200));

/** Members in which services give the reason: Gotify, Telegram, ntfy and Discord as text, Pushover and PagerDuty as a list. */
function reasonIn(json: Json): string {
  const reasons = ['errors', 'errorDescription', 'description', 'error', 'message'].map((key) => {
    const reason = json[key];
    return Array.isArray(reason) ? reason.join('; ') : reason;
  });
  return plain(reasons.find((text): text is string => typeof text === 'string') ?? '', 200);
}

/**
 * Retry-After (RFC 9110, 10.2.3) in seconds or as a date. In the body, Telegram and Discord have seconds, Matrix has milliseconds.
 */
function waitOf(headers: HttpAnswer['headers'], body: ReturnType<typeof jsonOf>, now: number): number | null {
  const header = headers['retry-after'];
  const json = typeof body === 'string' ? null : body;
  const inBody = (json?.['parameters'] as Json | null | undefined)?.['retry_after'] ?? json?.['retry_after'];
  let ms = typeof inBody === 'number' ? inBody * 1000 : Number(json?.['retry_after_ms'] ?? Number.NaN);
  if (header !== undefined) ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MOST_WAIT_MS) : null;
}
