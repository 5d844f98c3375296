/** `/api/oidc`: the way of a browser to the provider and back, and logouts that the provider reports. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answering, sendUnkept } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { requestOrigin } from '../../http/server/redirect.ts';
import { secretsOf, sessionOf, setSessionCookie } from '../../http/server/session-cookie.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Base, Login } from '../../http/route/services.ts';
import { attemptWith, localPath, newAttempt } from './login-attempt.ts';
import { LoginProblem, type LoginProblemKind } from './login-problem.ts';
import { Oidc } from './oidc.ts';

const uses = { oidc: Oidc, authenticator: Login, base: Base };

/** Seconds for a login at the provider. */
const ATTEMPT_SECONDS = 600;
/** Beside the session of the same agent. */
const attemptId = (id: string): string => `${id}-login`;

const STATUS: Readonly<Record<LoginProblemKind, number>> = {
  away: 503,
  denied: 403,
  refused: 403,
  failed: 400,
};

const callbackOf = (request: FastifyRequest, base: string): string => {
  const origin = requestOrigin(request);
  if (origin === null) throw new ApiError(400, 'A login at the provider needs a host name in the request');
  return `${origin}${base}/api/oidc/callback`;
};

/** Addresses with codes are nobody's business. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const;

const sendTo = (reply: FastifyReply, location: string): FastifyReply =>
  reply.code(303).headers(PRIVATE).header('location', location).send();

/** Redirects to the page, which names the reason in the language of its reader. */
function sendProblem(reply: FastifyReply, error: unknown, base: string): FastifyReply {
  if (!(error instanceof LoginProblem)) throw error;
  return reply
    .code(STATUS[error.kind])
    .headers(PRIVATE)
    .header('refresh', `0; url=${base}/?login=${error.kind}`)
    .header('content-type', 'text/plain; charset=utf-8')
    .send('The login has failed.\n');
}

/** Returns the query of the request; repeated parameters stay. */
const queryOf = ({ raw }: FastifyRequest): URLSearchParams =>
  new URLSearchParams((raw.url ?? '').split('?').slice(1).join('?'));

export const oidcRoutes = [
  defineRoute({
    path: '/api/oidc/login',
    access: 'open',
    uses,
    undocumented: 'browsers alone go there',
    handler:
      ({ oidc, authenticator: { sessions }, base }) =>
      async (request, reply) => {
        const redirectUri = callbackOf(request, base);
        try {
          const attempt = newAttempt(localPath(queryOf(request).get('return'), base));
          const url = await oidc.begin(attempt, redirectUri);
          const [id, seconds] = [attemptId(sessions.id), ATTEMPT_SECONDS];
          setSessionCookie(request, reply, { id, secret: attempt.cookie, seconds, site: 'Lax' });
          return sendTo(reply, url.href);
        } catch (error) {
          return sendProblem(reply, error, base);
        }
      },
  }),
  defineRoute({
    path: '/api/oidc/callback',
    access: 'open',
    isAudited: true,
    uses,
    id: 'logInAtProvider',
    undocumented: 'browsers alone go there',
    handler:
      ({ oidc, authenticator: { sessions }, base }) =>
      async (request, reply) => {
        const redirectUri = callbackOf(request, base);
        const id = attemptId(sessions.id);
        const query = queryOf(request);
        try {
          const attempt = attemptWith(query.get('state') ?? '', secretsOf(request, id), base);
          if (attempt === null) throw new LoginProblem('failed', 'this browser has begun no such login');
          setSessionCookie(request, reply, { id, secret: '', seconds: 0, site: 'Lax' });
          const { name, login } = await oidc.finish(attempt, query, redirectUri);
          // A session that somebody else has put into this browser ends.
          const before = sessionOf(request, sessions);
          if (before !== null) sessions.end(before.secret);
          const secret = sessions.beginLogin(name, login);
          await sessions.saved();
          request.identity = sessions.check(secret)?.identity ?? null;
          setSessionCookie(request, reply, { id: sessions.id, secret, seconds: sessions.lifetime });
          return sendTo(reply, attempt.path);
        } catch (error) {
          return sendProblem(reply, error, base);
        }
      },
  }),
  // Its credential is the token: OpenID Connect Back-Channel Logout 1.0, 2.5.
  defineRoute({
    method: 'POST',
    path: '/api/oidc/logout',
    access: 'open',
    isAudited: true,
    uses,
    id: 'endSessionsByProvider',
    undocumented: 'providers alone send it',
    handler: answering(async ({ oidc, authenticator: { sessions } }, request) => {
      const body = Buffer.isBuffer(request.body) ? request.body.toString('latin1') : '';
      const token = new URLSearchParams(body).get('logout_token') ?? '';
      const isEnded = await oidc.endedBy(token).catch((error) => {
        throw error instanceof LoginProblem
          ? new ApiError(503, 'The provider of the token does not answer', { 'retry-after': '10' })
          : new ApiError(400, 'This is no logout token of the provider');
      });
      for (const { hash, user, login } of sessions.logins().filter((one) => isEnded(one.login))) {
        sessions.confirm(hash, null);
        // For the log of changes.
        request.identity = {
          name: user,
          role: login.role,
          scope: null,
          servers: null,
          source: 'provider',
          until: null,
          seesArguments: false,
        };
      }
      await sessions.saved();
      return {};
    }, sendUnkept),
  }),
];
