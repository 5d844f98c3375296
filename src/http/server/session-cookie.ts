/**
 * The session cookie (RFC 6265bis). Over https its name begins with `__Host-`, so no other host or plain reply can set it. `Strict`
 * allows links from elsewhere: the page is open, and its requests send the cookie.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnSessions } from '../../net/credentials/authenticator.ts';
import { schemeOf } from './redirect.ts';

const isSecure = (request: FastifyRequest): boolean => schemeOf(request) === 'https';

const nameFor = (request: FastifyRequest, id: string): string =>
  `${isSecure(request) ? '__Host-' : ''}gander-${id}`;

/** Values of the name that are tried: a request checks few secrets, however long its header is. */
const MOST_VALUES = 8;

/**
 * Values of the session cookie; several where another port or path of this host has set the name too (RFC 6265, 5.4).
 * @param id of the agent
 */
export function secretsOf(request: FastifyRequest, id: string): string[] {
  const { cookie } = request.raw.headers;
  if (cookie === undefined || !cookie.includes(id)) return [];
  const start = `${nameFor(request, id)}=`;
  return cookie
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text.startsWith(start))
    .slice(0, MOST_VALUES)
    .map((text) => text.slice(start.length));
}

export interface FoundSession {
  readonly secret: string;
  /** Null: it has ended or never began. */
  readonly found: ReturnType<OwnSessions['check']>;
}

/** Returns the session of the request, a valid one if there is any; null: the request has no such cookie. */
export function sessionOf(
  request: FastifyRequest,
  { id, check }: Pick<OwnSessions, 'id' | 'check'>,
): FoundSession | null {
  const all = secretsOf(request, id).map((secret): FoundSession => ({ secret, found: check(secret) }));
  return all.find(({ found }) => found !== null) ?? all[0] ?? null;
}

/** @param cookie `seconds`: its lifetime; 0 removes it. `site`: Lax also sends it with links from elsewhere */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    id,
    secret,
    seconds,
    site = 'Strict',
  }: { id: string; secret: string; seconds: number; site?: 'Lax' | 'Strict' },
): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${site}${isSecure(request) ? '; Secure' : ''}`;
  void reply.header('set-cookie', `${nameFor(request, id)}=${secret}; ${attributes}`);
}
