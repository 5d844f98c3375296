/** Configured values as a client may see them. */
import type { FastifyRequest } from 'fastify';
import { hasRole } from '../../net/credentials/identity.ts';
import { publicText } from '../../core/redact.ts';

type ShowValue = (key: string, value: string | null) => string | null;

/** Admins edit the values, so they see them whole; others without paths of URLs, and no commands. */
export const showFor = ({ identity }: FastifyRequest): ShowValue =>
  hasRole(identity, 'admin') ? (_, value) => value : (key, value) => value && publicText(key, value);
