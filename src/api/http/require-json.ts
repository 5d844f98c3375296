/** Forms of other sites cannot send this type without asking first. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

export function requireJson({ headers }: FastifyRequest): void {
  if (/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new ApiError(415, 'The content type must be application/json');
}
