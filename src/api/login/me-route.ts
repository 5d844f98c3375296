/** `GET /api/me`: who sends the request. */
import { answering, sendUnkept } from '../../http/server/answer.ts';
import { AUTHENTICATION } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { RouteTable } from '../../http/server/route-table.ts';
import { isAdmitted } from '../../http/server/access.ts';
import { closed, flag, integer, listOf, mapOf, oneOf, orNull, text, type TypeOf } from '../../core/shape.ts';
import { type Identity, ROLES } from '../../net/credentials/identity.ts';

const ME = closed('Who sends the request.', {
  name: orNull(text('Name of the user or of the API key; null: no password is set.')),
  role: orNull(text('viewer, operator or admin; null: no password is set, or a key has its scope alone.')),
  source: orNull(
    text('password, token, session, key, proxy, socket, certificate or provider; null: no password is set.'),
  ),
  until: orNull(integer('Milliseconds since 1970; null: as long as the credentials.')),
  servers: orNull(
    listOf(text(), {
      description: 'Names and tags of the only servers that the user may see; null: no restriction.',
    }),
  ),
  sees_arguments: flag('Whether arguments of processes are shown.'),
  lacks: mapOf(
    'Operations that the role may not use, by their ids, and the role that they need.',
    oneOf(ROLES),
  ),
});

export type Me = TypeOf<typeof ME>;

const lackedBy = (identity: Identity, { operations }: RouteTable): Me['lacks'] =>
  Object.fromEntries(
    [...operations].flatMap(([id, { access, keys, isBound }]) =>
      access === 'open' ||
      (isAdmitted(identity, access, keys) && (identity.servers === null || isBound === true))
        ? []
        : [[id, access]],
    ),
  );

export const meRoute = defineRoute({
  path: '/api/me',
  access: 'viewer',
  uses: { table: RouteTable },
  isBound: true,
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
    servers: null,
    sees_arguments: true,
    lacks: {},
  } satisfies Me,
  handler: answering(({ table }, request) => {
    const { identity } = request;
    const me: Me = {
      name: identity?.name ?? null,
      role: identity?.role ?? null,
      source: identity?.source ?? null,
      until: identity === null || identity.until === null ? null : Math.round(identity.until),
      servers: identity?.servers ?? null,
      sees_arguments: identity?.seesArguments ?? true,
      lacks: identity === null ? {} : lackedBy(identity, table),
    };
    return me;
  }, sendUnkept),
});
