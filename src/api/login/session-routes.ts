/** `/api/session`: a login of the page, in a cookie. Only where a password is set. */
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import { type Identity, ROLES } from '../../net/credentials/identity.ts';
import { closed, flag, NOTHING, oneOf, orNull, text, type TypeOf } from '../../core/shape.ts';
import { optional } from '../../core/parts/service.ts';
import { answering, sendUnkept, sendValue } from '../../http/server/answer.ts';
import { refusalOfForgery } from '../../http/server/other-sites.ts';
import { requestOrigin } from '../../http/server/redirect.ts';
import { sessionOf, setSessionCookie } from '../../http/server/session-cookie.ts';
import { AUTHENTICATION } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Base, Login } from '../../http/route/services.ts';
import { Oidc } from '../oidc/oidc.ts';
import { LOGIN_BODY, verifyLogin } from './login.ts';

const uses = { authenticator: Login, base: Base, oidc: optional(Oidc) };

const WHO = closed('The sender of a request, and the ways to log in.', {
  name: orNull(text('Name of the user or key; null: nobody is logged in.')),
  role: orNull(oneOf(ROLES, 'Its role; null: nobody is logged in, or the key has a scope alone.')),
  password: flag('Whether users can log in with a name and a password.'),
  provider: orNull(text('Host of the provider at which users log in, by `/api/oidc/login`; null: none.')),
});
const ENDED = closed(
  'A session has ended.',
  { url: text('Address at which the browser also ends its session at the provider.') },
  ['url'],
);

/** Null: nobody known. */
async function identityOf(authenticator: Authenticator, request: FastifyRequest): Promise<Identity | null> {
  const { authorization } = request.raw.headers;
  if (authorization === undefined) return sessionOf(request, authenticator.sessions)?.found?.identity ?? null;
  const checked = await authenticator.check(authorization, request.ip);
  return typeof checked === 'object' ? checked : null;
}

export const sessionRoutes = [
  defineRoute({
    method: 'POST',
    path: '/api/session',
    access: 'open',
    isAudited: true,
    uses,
    id: 'beginSession',
    tag: AUTHENTICATION,
    summary: 'Log a browser in',
    description:
      'The reply sets an HttpOnly cookie, which ends `[outputs] session_days` after its last use. Programs use a token or an API key.',
    body: LOGIN_BODY,
    answer: NOTHING,
    says: 'The session has begun.',
    example: {},
    refusals: { '400': 'BadCredentials', '401': 'Unauthorized', '429': 'TooManyGuesses' },
    handler({ authenticator }) {
      const { sessions } = authenticator;
      return async (request, reply) => {
        const user = await verifyLogin(authenticator, request);
        const { id, lifetime } = sessions;
        setSessionCookie(request, reply, { id, secret: sessions.begin(user), seconds: lifetime });
        await sessions.saved();
        return sendValue(request, reply, {});
      };
    },
  }),
  // Public: the page asks before its first request, which would fail.
  defineRoute({
    path: '/api/session',
    access: 'open',
    uses,
    id: 'getSession',
    tag: AUTHENTICATION,
    summary: 'Who is logged in',
    description: 'Name and role by the session, token or key that the request sends; never 401.',
    answer: WHO,
    says: 'The sender.',
    example: { name: 'gander', role: 'admin', password: true, provider: null },
    handler: answering(async ({ authenticator, oidc }, request) => {
      const identity = await identityOf(authenticator, request);
      const who: TypeOf<typeof WHO> = {
        name: identity?.name ?? null,
        role: identity?.role ?? null,
        password: authenticator.hasPasswords(),
        provider: oidc?.host ?? null,
      };
      return who;
    }, sendUnkept),
  }),
  // Public: logging out of an ended session succeeds.
  defineRoute({
    method: 'DELETE',
    path: '/api/session',
    access: 'open',
    isAudited: true,
    uses,
    id: 'endSession',
    tag: AUTHENTICATION,
    summary: 'Log a browser out',
    description: 'Ends the session of the cookie that the request sends.',
    answer: ENDED,
    says: 'The session has ended.',
    example: {},
    handler({ authenticator: { sessions }, base, oidc }) {
      return async (request, reply) => {
        const session = sessionOf(request, sessions);
        if (session === null) return sendValue(request, reply, {});
        const refusal = refusalOfForgery(request);
        if (refusal !== null) throw refusal;
        request.identity = session.found?.identity ?? null;
        const login = sessions.end(session.secret);
        // A session must not come back with the next start.
        await sessions.saved();
        setSessionCookie(request, reply, { id: sessions.id, secret: '', seconds: 0 });
        const url = login && oidc?.logoutUrl(login, `${requestOrigin(request)}${base}/`);
        return sendValue(request, reply, { url: url?.href });
      };
    },
  }),
];
