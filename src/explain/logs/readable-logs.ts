/** Log lines for clients that may read them. Those of an incident file are public. */
import type { FastifyRequest } from 'fastify';
import { Logs } from './log-lines.ts';
import { Off, optional, type Resolved } from '../../core/parts/service.ts';
import { hasRole } from '../../net/credentials/identity.ts';
import { Access } from '../../http/route/services.ts';
import { Incident } from '../../history/past/opened-incident.ts';

/** Services for {@link logsFor}. */
export const LOGS = { logs: optional(Logs), access: Access, incident: optional(Incident) } as const;

export type ReadableLogs = Omit<Resolved<typeof LOGS>, 'logs'> & { readonly logs: Logs | Off };

/** True if anybody may read them. */
export const isReadable = ({ logs, access, incident }: ReadableLogs): boolean =>
  !(logs instanceof Off) && (access.authenticator !== null || incident !== null);

/** Returns the logs if the client may read them, otherwise null. */
export const logsFor = (
  { logs, access: { authenticator }, incident }: Resolved<typeof LOGS>,
  { identity }: FastifyRequest,
): Logs | null =>
  hasRole(identity, 'operator') || (authenticator === null && incident !== null) ? logs : null;
