/**
 * `POST /api/servers`, `DELETE /api/servers/{id}` and `POST /api/servers/{id}/password`: servers and passwords managed on the page.
 * Only with a password set.
 */
import type { Json } from '../../core/served.ts';
import type { FastifyRequest } from 'fastify';
import { closed, text } from '../../core/shape.ts';
import type { Fleet, Refusal } from '../hub/fleet.ts';
import { NEW_SERVER, NewServerError, newServerOf } from '../hub/new-server.ts';
import { rowOf } from '../hub/row.ts';
import { answering } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { saved } from '../../http/server/saved.ts';
import { bodyOf, jsonIn } from '../../http/server/require-json.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { ref } from '../../http/openapi/types.ts';
import { ONLY_WITH_PASSWORD, refuse, withoutPassword } from '../../http/route/refusals.ts';
import { jsonBody } from '../../http/openapi/parameters.ts';
import { defineRoute } from '../../http/route/route.ts';
import type { Access } from '../../http/route/services.ts';
import { HUB } from './hub-uses.ts';
import { ID, ROW_EXAMPLE } from './fleet-schemas.ts';
import { pathParameter } from '../../http/server/params.ts';

const PASSWORD_BODY = closed('A password.', {
  password: text('Never returned.', { minLength: 1, maxLength: 256, format: 'password' }),
});

/** Throws an `ApiError` if no password is set. */
const requirePassword = (access: Access): void =>
  refuse(
    withoutPassword(
      access,
      'Servers are added and removed only where a password is set: start the agent with --password',
    ),
  );

export const editRoutes = [
  defineRoute({
    method: 'POST',
    path: '/api/servers',
    access: 'admin',
    uses: HUB,
    id: 'addServer',
    tag: FLEET,
    summary: 'Add a server',
    description:
      `${ONLY_WITH_PASSWORD} The content type must be JSON (415). ` +
      'A server that is watched already is refused with 409.',
    body: jsonBody(NEW_SERVER, { name: 'db1', port: 61_208, tags: ['db'] }),
    status: 201,
    answer: ref('schemas', 'ServerRow'),
    says: 'The server was added.',
    example: {
      ...ROW_EXAMPLE,
      type: 'ADDED',
      status: 'UNKNOWN',
      reason: 'has not been asked yet',
      reason_said: { text: 'has not been asked yet', values: {} },
      age: null,
      values: {},
    },
    refusals: { '400': 'BadQuery' },
    handler:
      ({ access, base, fleet }) =>
      async (request, reply) => {
        requirePassword(access);
        const added = await saved('The server', fleet.add(newServerIn(jsonIn(request))));
        if (typeof added === 'string') throw refusalOf(added);
        const row = rowOf(added, fleet.columns, fleet.clock);
        return reply
          .code(201)
          .headers({
            'content-type': 'application/json',
            'cache-control': 'no-store',
            location: `${base}/api/servers/${encodeURIComponent(row.id)}`,
          })
          .send(Buffer.from(JSON.stringify(row)));
      },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/servers/{id}/password',
    access: 'admin',
    uses: HUB,
    id: 'giveServerPassword',
    tag: FLEET,
    summary: 'Set the password of a server',
    description:
      `${ONLY_WITH_PASSWORD} It is stored with the added servers ` +
      'and used from the next poll on. Servers found on the network never receive one (409).',
    parameters: [ID],
    body: jsonBody(PASSWORD_BODY, { password: 'correct horse battery' }),
    answer: { const: true },
    says: 'The password was saved.',
    example: true,
    refusals: { '400': 'BadQuery', '404': 'UnknownName' },
    handler: answering(async ({ access, fleet }, request) => {
      requirePassword(access);
      const { password } = bodyOf(request, PASSWORD_BODY);
      const refused = await saved('The password', fleet.setPassword(idIn(request), password));
      if (refused !== null) throw refusalOf(refused);
      return true;
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/servers/{id}',
    access: 'admin',
    uses: HUB,
    id: 'removeServer',
    tag: FLEET,
    summary: 'Remove a server',
    description: `${ONLY_WITH_PASSWORD} Servers of the configuration file and of the network stay (409).`,
    parameters: [ID],
    status: 204,
    answer: {},
    says: 'The server was removed.',
    refusals: { '404': 'UnknownName' },
    handler:
      ({ access, fleet }) =>
      async (request, reply) => {
        requirePassword(access);
        const refused = await saved('The list of servers', fleet.remove(idIn(request)));
        if (refused !== null) throw refusalOf(refused);
        return reply.code(204).send();
      },
  }),
];

const idIn = (request: FastifyRequest): string => pathParameter(request, 'id');

/** Only authenticated users add and remove servers. */
export const isEditable = ({ authenticator }: Access): boolean => authenticator !== null;

function newServerIn(body: Json) {
  try {
    return newServerOf(body);
  } catch (error) {
    throw error instanceof NewServerError ? new ApiError(400, error.message) : error;
  }
}

const REFUSALS: Readonly<Record<Refusal, readonly [status: number, detail: string]>> = {
  known: [409, 'This server is watched already'],
  full: [409, 'No more servers can be added: remove some first'],
  unknown: [404, 'There is no such server'],
  'not-added': [
    409,
    'This server was not added on the page: remove it from the configuration file, or stop announcing it on the network',
  ],
  'not-trusted': [
    409,
    'This server was found on the network, where anyone can announce anything: add it by its name, with the password',
  ],
};

const refusalOf = (refusal: Refusal): ApiError => new ApiError(...REFUSALS[refusal]);

/** Also for the routes below `/servers/{id}/`. */
export function serverNamed(fleet: Fleet, id: string) {
  const state = fleet.find(id);
  if (state === undefined) throw refusalOf('unknown');
  return state;
}
