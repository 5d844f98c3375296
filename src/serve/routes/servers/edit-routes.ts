/**
 * `POST /api/servers` and `DELETE /api/servers/{id}`: servers that are added on the page; `POST /api/servers/{id}/password`:
 * passwords that are given there. Only where a password is set.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Fleet, Refusal } from '../../../fleet/hub/fleet.ts';
import { NewServerError, newServerOf } from '../../../fleet/hub/new-server.ts';
import { rowOf } from '../../../fleet/hub/row.ts';
import { sendValue } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import { kept } from '../../http/kept.ts';
import { requireJson } from '../../http/require-json.ts';
import type { FleetContext } from './fleet-context.ts';

export function editRoutes(api: FastifyInstance, context: FleetContext): void {
  const { base, fleet } = context;
  const url = `${base}/api/servers`;
  api.post(url, async (request, reply) => {
    refuseReaders(context);
    requireJson(request);
    const added = await kept('The server', fleet.add(newServerIn(request.body)));
    if (typeof added === 'string') throw refusalOf(added);
    const row = rowOf(added, fleet.columns, Date.now());
    return reply
      .code(201)
      .headers({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        location: locationOf(url, row.id),
      })
      .send(Buffer.from(JSON.stringify(row)));
  });

  api.post(`${url}/:id/password`, async (request, reply) => {
    refuseReaders(context);
    requireJson(request);
    const refused = await kept('The password', fleet.setPassword(idIn(request), passwordIn(request.body)));
    if (refused !== null) throw refusalOf(refused);
    return sendValue(request, reply, true);
  });

  api.delete(`${url}/:id`, async (request, reply) => {
    refuseReaders(context);
    const refused = await kept('The list of servers', fleet.remove(idIn(request)));
    if (refused !== null) throw refusalOf(refused);
    return reply.code(204).send();
  });
}

const idIn = ({ params }: FastifyRequest): string => (params as { id: string }).id;

const locationOf = (url: string, id: string): string => `${url}/${encodeURIComponent(id)}`;

/** Servers are added and removed only by users who gave a password. */
export const isEditable = ({ authenticator }: FleetContext): boolean => authenticator !== null;

function refuseReaders(context: FleetContext): void {
  if (isEditable(context)) return;
  throw new ApiError(
    403,
    'Servers are added and removed only where a password is set: start the hub with --password',
  );
}

function newServerIn(body: unknown) {
  try {
    return newServerOf(JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : ''));
  } catch (error) {
    throw new ApiError(400, error instanceof NewServerError ? error.message : 'Invalid JSON body');
  }
}

function passwordIn(body: unknown): string {
  const { password } = parsedObject(body);
  if (typeof password === 'string' && password !== '' && password.length <= LONGEST_PASSWORD) return password;
  throw new ApiError(400, `password must be a text of 1 to ${LONGEST_PASSWORD} characters`);
}

function parsedObject(body: unknown): { password?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    throw new ApiError(400, 'Invalid JSON body');
  }
}

const LONGEST_PASSWORD = 256;

const REFUSALS: Readonly<Record<Refusal, readonly [status: number, detail: string]>> = {
  known: [409, 'This server is watched already'],
  full: [409, 'No more servers can be added: remove some first'],
  unknown: [404, 'There is no such server'],
  'not-added': [
    409,
    'This server is not one that was added on the page: it stays as long as it is in the configuration file or on the network',
  ],
  'not-trusted': [
    409,
    'This server was found on the network, where anybody can announce anything: add it by its name, with the password',
  ],
};

const refusalOf = (refusal: Refusal): ApiError => new ApiError(...REFUSALS[refusal]);

/** For the routes below `/servers/{id}/` too. */
export function serverNamed(fleet: Fleet, id: string) {
  const state = fleet.find(id);
  if (state === undefined) throw refusalOf('unknown');
  return state;
}
