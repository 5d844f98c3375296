/** A token in a notification that allows one browser to acknowledge one alert for some time. It is not stored. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Browser } from './browsers.ts';

/** Long enough to acknowledge a Friday's alert on the next one. */
const VALID_MS = 7 * 86_400_000;

/** The identity of an alert. */
interface AboutEvent {
  readonly id: number;
  /** Seconds since the epoch. */
  readonly begin: number;
}

type Owner = Pick<Browser, 'id' | 'secret'>;

const macOf = (text: string, { secret }: Owner): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'base64url')).update(`acknowledge ${text}`).digest();

/** @param now milliseconds since the epoch */
export function acknowledgeToken({ id, begin }: AboutEvent, owner: Owner, now: number): string {
  const text = [owner.id, id, begin, Math.round(now) + VALID_MS].join('.');
  return `${text}.${macOf(text, owner).toString('base64url')}`;
}

const FORM = /^(([\w-]{22})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/;

interface AcknowledgeRight<T extends Owner> {
  readonly event: AboutEvent;
  readonly owner: T;
  readonly isExpired: boolean;
}

/** Returns the right that a token grants; null if there is none. @param now milliseconds since the epoch */
export function rightOf<T extends Owner>(
  token: string,
  owners: readonly T[],
  now: number,
): AcknowledgeRight<T> | null {
  const [, text = '', ownerId, id, begin, until, mac = ''] = FORM.exec(token) ?? [];
  const owner = owners.find((one) => one.id === ownerId);
  if (owner === undefined || !timingSafeEqual(macOf(text, owner), Buffer.from(mac, 'base64url'))) return null;
  return { event: { id: Number(id), begin: Number(begin) }, owner, isExpired: now > Number(until) };
}
