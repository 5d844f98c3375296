/**
 * The session cookie (RFC 6265bis). Over https its name begins with `__Host-`, so no other host or plain reply can set it. `Strict`
 * allows links from elsewhere: the page is open, and its requests send the cookie.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { schemeOf } from './redirect.ts';

const isSecure = (request: FastifyRequest): boolean => schemeOf(request) === 'https';

const nameFor = (request: FastifyRequest, id: string): string =>
  `${isSecure(request) ? '__Host-' : ''}gander-${id}`;

/** Secret of the request's session, or null. @param id of the agent */
export function sessionSecret(request: FastifyRequest, id: string): string | null {
  const { cookie } = request.raw.headers;
  if (cookie === undefined || !cookie.includes(id)) return null;
  const start = `${nameFor(request, id)}=`;
  const pair = cookie.split(';').find((text) => text.trim().startsWith(start));
  return pair?.trim().slice(start.length) ?? null;
}

/** @param cookie `seconds`: its lifetime; 0 removes it */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, secret, seconds }: { id: string; secret: string; seconds: number },
): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure(request) ? '; Secure' : ''}`;
  void reply.header('set-cookie', `${nameFor(request, id)}=${secret}; ${attributes}`);
}
