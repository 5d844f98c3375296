/** `GET /api/me`: who sends the request. */
import { sendUnkept } from '../../http/server/answer.ts';
import { AUTHENTICATION } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { closed, flag, integer, orNull, text, type TypeOf } from '../../core/shape.ts';

const ME = closed('Who sends the request.', {
  name: orNull(text('Name of the user or of the API key; null: no password is set.')),
  role: orNull(text('viewer, operator or admin; null: no password is set, or a key has its scope alone.')),
  source: orNull(text('password, token, session, key, proxy, socket, certificate or provider.')),
  until: orNull(integer('Milliseconds since 1970; null: as long as the credentials.')),
  sees_arguments: flag('Arguments of processes are shown.'),
});

export const meRoute = defineRoute({
  method: 'GET',
  path: '/api/me',
  access: 'viewer',
  uses: {},
  id: 'getMe',
  tag: AUTHENTICATION,
  summary: 'Who sends the request, and with which role',
  answer: ME,
  says: 'The user or key of the credentials.',
  example: {
    name: 'gander',
    role: 'admin',
    source: 'password',
    until: null,
    sees_arguments: true,
  } satisfies TypeOf<typeof ME>,
  handler: () => (request, reply) => {
    const { identity } = request;
    const me: TypeOf<typeof ME> = {
      name: identity?.name ?? null,
      role: identity?.role ?? null,
      source: identity?.source ?? null,
      until: identity === null || identity.until === null ? null : Math.round(identity.until),
      sees_arguments: identity?.seesArguments ?? true,
    };
    return sendUnkept(request, reply, me);
  },
});
