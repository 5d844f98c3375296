/** Requires credentials unless a route is public. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator, Access } from '../../net/credentials/authenticator.ts';
import { whenMade } from '../../core/when-made.ts';
import { ApiError } from './errors.ts';
import { refusalOfForgery } from './other-sites.ts';
import { sessionOf, setSessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: public; routes without it require credentials. */
    isOpen?: true;
    /** True: changes nothing, whatever its method. */
    isReading?: true;
  }
}

/** Config of a public route. */
export const OPEN = { config: { isOpen: true } } as const;
/** Config of a POST that only reads. */
export const READING = { config: { isReading: true } } as const;

export const notAuthenticated = (scheme: 'Basic' | 'Bearer' = 'Basic') =>
  new ApiError(401, 'Not authenticated', { 'www-authenticate': scheme });

export const incorrect = (scheme: 'Basic' | 'Bearer') =>
  new ApiError(401, 'Incorrect authentication', { 'www-authenticate': scheme });

const BUSY_SECONDS = 5;

/** @param asked seconds for which this address is limited; `busy`: all addresses are */
export function tooManyGuesses(asked: number | 'busy'): ApiError {
  const seconds = asked === 'busy' ? BUSY_SECONDS : asked;
  const problem =
    asked === 'busy' ? 'Too many passwords wait to be checked' : 'Too many wrong passwords from this address';
  return new ApiError(429, `${problem}: try again in ${seconds} seconds`, { 'retry-after': String(seconds) });
}

/** Error of a session that has ended or whose password has changed. */
const sessionExpired = (scheme: 'Basic' | 'Bearer') =>
  new ApiError(401, 'Session expired', { 'www-authenticate': scheme });

const readOnlyKey = () => new ApiError(403, 'An API key may only read');
const keyRefused = () => new ApiError(403, 'An API key may not read this: log in with the password');

/**
 * Null if a request may proceed; synchronous if already known.
 * @param reply null: its headers are sent, so no cookie can be extended
 */
export function refusalOf(
  authenticator: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply | null,
): ApiError | null | Promise<ApiError | null> {
  const { method = '', headers } = request.raw;
  const isScript = isFromScript(request);
  // The cheapest check first: fastify creates route options on each access, and few routes are public.
  const known = authenticator.known(headers.authorization);
  if (known !== undefined && errorOf(known, method, isScript) === null) return null;
  const { isOpen, isReading } = request.routeOptions.config ?? {};
  if (isOpen === true) return null;
  const session =
    headers.authorization === undefined ? refusalOfSession(authenticator, request, reply) : undefined;
  if (session !== undefined) return session;
  const access = authenticator.check(headers.authorization, request.ip);
  return whenMade(access, (checked) => errorOf(checked, isReading ? 'GET' : method, isScript));
}

/** Undefined without a session. */
function refusalOfSession(
  { sessions }: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply | null,
): ApiError | null | undefined {
  const { id, lifetime } = sessions;
  const session = sessionOf(request, sessions);
  if (session === null) return undefined;
  const { secret, state } = session;
  if (state === null) {
    if (reply !== null) setSessionCookie(request, reply, { id, secret: '', seconds: 0 });
    return sessionExpired(isFromScript(request) ? 'Bearer' : 'Basic');
  }
  if (state === 'due' && reply !== null) {
    sessions.extend(secret);
    setSessionCookie(request, reply, { id, secret, seconds: lifetime });
  }
  return refusalOfForgery(request);
}

/** Whether a request has full access: with the password, its token, or a session. @param authenticator null: nobody has */
export async function hasFullAccess(
  authenticator: Authenticator | null,
  request: FastifyRequest,
): Promise<boolean> {
  if (authenticator === null) return false;
  const { authorization } = request.raw.headers;
  if (authorization !== undefined) return (await authenticator.check(authorization, request.ip)) === 'full';
  return (sessionOf(request, authenticator.sessions)?.state ?? null) !== null;
}

/** Refuses API keys for routes whose method would allow them; runs after the common checks. */
export const refuseKeys =
  (authenticator: Authenticator) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!(await hasFullAccess(authenticator, request))) throw keyRefused();
  };

const isFromScript = ({ raw }: FastifyRequest): boolean => raw.headers['x-requested-with'] !== undefined;

/** @param isScript sent by a script (`X-Requested-With`): no Basic challenge, upon which browsers would open their own dialog */
function errorOf(access: Access, method: string, isScript: boolean): ApiError | null {
  switch (access) {
    case 'full':
      return null;
    case 'read':
      return method === 'GET' || method === 'HEAD' ? null : readOnlyKey();
    case 'missing':
      return notAuthenticated(isScript ? 'Bearer' : 'Basic');
    case 'wrong-basic':
      return incorrect(isScript ? 'Bearer' : 'Basic');
    case 'wrong-bearer':
      return incorrect('Bearer');
    default:
      return tooManyGuesses(access);
  }
}
