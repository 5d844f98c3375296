/** Requires credentials, and the role that a route declares, unless it is public. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_KEY_START } from '../../net/credentials/api-key.ts';
import type { Authenticator, Refused } from '../../net/credentials/authenticator.ts';
import {
  hasRole,
  type Identity,
  isSameIdentity,
  type KeyScope,
  type Role,
} from '../../net/credentials/identity.ts';
import type { MaybePromise } from '../../core/plugin.ts';
import { whenMade } from '../../core/when-made.ts';
import { ApiError } from './errors.ts';
import { refusalOfForgery } from './other-sites.ts';
import { sessionOf, setSessionCookie } from './session-cookie.ts';

/** open: no credentials; otherwise the lowest role that may use it. */
export type RouteAccess = 'open' | Role;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes without it are those of nobody but admins. */
    access?: RouteAccess;
    /** API keys with this scope may use the route, too. */
    keys?: KeyScope;
    /** It answers users who are bound to servers by the fleet that it gets. */
    isBound?: true;
  }
  interface FastifyRequest {
    /** Null: nobody, or no password is set. Set by the gate. */
    identity: Identity | null;
  }
}

export const notAuthenticated = (scheme: 'Basic' | 'Bearer' = 'Basic') =>
  new ApiError(401, 'Not authenticated', { 'www-authenticate': scheme });

export const incorrect = (scheme: 'Basic' | 'Bearer') =>
  new ApiError(401, 'Incorrect authentication', { 'www-authenticate': scheme });

const BUSY_SECONDS = 5;
const KEY_START = `Bearer ${API_KEY_START}`;

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

const roleChanged = () => new ApiError(401, 'The role has changed: open the stream again');

const boundElsewhere = (name: string, servers: readonly string[]) =>
  new ApiError(403, `${name} is bound to ${servers.join(', ')}: open /browser, where these servers are`);

/** @param needed lowest role */
export const lacksRole = ({ name, role, scope }: Identity, needed: Role) =>
  new ApiError(
    403,
    `This needs the role ${needed}: ${name} has ${role === null ? `the scope ${scope}` : `the role ${role}`}`,
  );

/**
 * Null if a request may proceed, whose identity is set then; synchronous if already known.
 * @param reply null: its headers are sent, so no cookie can be extended
 */
export function refusalOf(
  authenticator: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply | null,
): MaybePromise<ApiError | null> {
  const { identity } = request;
  if (identity?.source === 'proxy') return refusalOfProxied(request, identity);
  // Programs use it; the gate has refused changes by pages of other sites.
  if (identity?.source === 'socket' || identity?.source === 'certificate')
    return refusalOfPeer(request, identity);
  const { authorization } = request.raw.headers;
  // The cheapest check first: fastify creates route options on each access, and admins may use all routes.
  const known = authenticator.known(authorization);
  if (known?.role === 'admin' && known.servers === null) {
    request.identity = known;
    return null;
  }
  const needed = accessOf(request);
  if (needed === 'open') return null;
  if (known !== undefined) return admit(request, known, needed);
  const session =
    authorization === undefined ? refusalOfSession(authenticator, request, reply, needed) : undefined;
  if (session !== undefined) return session;
  return whenMade(authenticator.check(authorization, request.ip), (checked) =>
    typeof checked === 'object' ? admit(request, checked, needed) : errorOf(checked, isFromScript(request)),
  );
}

/** Paths without a route are refused with 404, which viewers may see. */
function accessOf(request: FastifyRequest): RouteAccess {
  const { config, url } = request.routeOptions;
  return url === undefined ? 'viewer' : (config?.access ?? 'admin');
}

function admit(request: FastifyRequest, identity: Identity, needed: Role): ApiError | null {
  // Also of a refused request: the log of changes names it.
  request.identity = identity;
  if (identity.servers !== null && request.routeOptions.config?.isBound !== true)
    return boundElsewhere(identity.name, identity.servers);
  // Options of routes are created on each access.
  const keys = identity.scope === null ? undefined : request.routeOptions.config?.keys;
  return isAdmitted(identity, needed, keys) ? null : lacksRole(identity, needed);
}

function refusalOfPeer(request: FastifyRequest, identity: Identity): ApiError | null {
  const needed = accessOf(request);
  if (needed === 'open') return null;
  // Of a stream that outlasts the certificate.
  if (identity.until !== null && identity.until <= Date.now()) return sessionExpired('Bearer');
  return admit(request, identity, needed);
}

/** @param keys scope whose API keys may use the route, too */
export const isAdmitted = (identity: Identity, needed: RouteAccess, keys?: KeyScope): boolean =>
  needed === 'open' || (identity.scope !== null && keys === identity.scope) || hasRole(identity, needed);

/**
 * Returns the refusal of a cross-site request of a proxied user; null if allowed. The proxy knows its users by a cookie or by
 * their network, and browsers send both with requests of other sites.
 */
function refusalOfProxied(request: FastifyRequest, identity: Identity): ApiError | null {
  return accessOf(request) === 'open'
    ? null
    : (refusalOfForgery(request) ?? refusalOfPeer(request, identity));
}

/** Undefined without a session. */
function refusalOfSession(
  { sessions }: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply | null,
  needed: Role,
): ApiError | null | undefined {
  const { id, lifetime } = sessions;
  const session = sessionOf(request, sessions);
  if (session === null) return undefined;
  const { secret, found } = session;
  if (found === null) {
    if (reply !== null) setSessionCookie(request, reply, { id, secret: '', seconds: 0 });
    return sessionExpired(isFromScript(request) ? 'Bearer' : 'Basic');
  }
  if (found.isDue && reply !== null) {
    sessions.extend(secret);
    setSessionCookie(request, reply, { id, secret, seconds: lifetime });
  }
  return refusalOfForgery(request) ?? admit(request, found.identity, needed);
}

/** Open routes take an API key with their scope, or with the role operator, in place of their tokens. */
export function hasKeyFor(
  authenticator: Authenticator | null,
  { headers: { authorization = '' }, ip }: FastifyRequest,
  scope: KeyScope,
): boolean {
  // Passwords are for the gate alone: these routes answer before anybody waits for a hash.
  if (authenticator === null || !authorization.startsWith(KEY_START)) return false;
  const access = authenticator.check(authorization, ip);
  if (typeof access !== 'object' || access instanceof Promise) return false;
  return access.scope === scope || hasRole(access, 'operator');
}

/** Why the access of an open stream has ended; null: it has not. */
export function endOfAccess(authenticator: Authenticator | null, request: FastifyRequest) {
  const began = request.identity;
  return (): MaybePromise<ApiError | null> =>
    authenticator === null
      ? null
      : whenMade(
          refusalOf(authenticator, request, null),
          (refusal) => refusal ?? (isSameIdentity(began, request.identity) ? null : roleChanged()),
        );
}

const isFromScript = ({ raw }: FastifyRequest): boolean => raw.headers['x-requested-with'] !== undefined;

/** @param isScript sent by a script (`X-Requested-With`): no Basic challenge, upon which browsers would open their own dialog */
function errorOf(refused: Refused, isScript: boolean): ApiError {
  switch (refused) {
    case 'missing':
      return notAuthenticated(isScript ? 'Bearer' : 'Basic');
    case 'wrong-basic':
      return incorrect(isScript ? 'Bearer' : 'Basic');
    case 'wrong-bearer':
      return incorrect('Bearer');
    default:
      return tooManyGuesses(refused);
  }
}
