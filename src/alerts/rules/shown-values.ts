/** Configured values as a client may see them. */
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import { publicText } from '../../core/redact.ts';
import { hasFullAccess } from '../../http/server/access.ts';

export type ShowValue = (key: string, value: string | null) => string | null;

/** Clients with full access edit the values, so they see them whole; others without paths of URLs, and no commands. */
export const showFor = async (
  authenticator: Authenticator | null,
  request: FastifyRequest,
): Promise<ShowValue> =>
  (await hasFullAccess(authenticator, request))
    ? (_, value) => value
    : (key, value) => value && publicText(key, value);
