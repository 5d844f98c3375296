/** Log lines for clients that may read them. Those of an incident file are public. */
import type { FastifyRequest } from 'fastify';
import { Logs } from '../../core/logs.ts';
import { Off, orOff, type Services } from '../../core/parts/service.ts';
import { hasFullAccess } from '../http/access.ts';
import type { RouteContext } from './context.ts';
import type { Access, OpenedIncident } from './services.ts';

export interface ReadableLogs {
  readonly logs: Logs | Off;
  readonly access: Access;
  readonly incident: OpenedIncident | null;
}

/** Whether anybody may read them. */
export const isReadable = ({ logs, access, incident }: ReadableLogs): boolean =>
  !(logs instanceof Off) && (access.authenticator !== null || incident !== null);

/** The logs, if the client may read them; otherwise null. */
export async function logsFor(
  {
    services,
    authenticator,
    incident,
  }: Pick<RouteContext, 'authenticator' | 'incident'> & { services: Services },
  request: FastifyRequest,
): Promise<Logs | null> {
  const logs = services.get(orOff(Logs));
  if (logs instanceof Off || (authenticator === null && incident === null)) return null;
  return authenticator === null || (await hasFullAccess(authenticator, request)) ? logs : null;
}
