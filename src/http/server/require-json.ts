/** Bodies of requests with side effects. Cross-site forms cannot send this type without a preflight. */
import type { FastifyRequest } from 'fastify';
import type { Json } from '../../core/served.ts';
import { problemIn } from '../../core/shape-check.ts';
import type { Shape } from '../../core/shape.ts';
import { ApiError } from './errors.ts';

export function requireJson({ headers }: FastifyRequest): void {
  if (/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new ApiError(415, 'The content type must be application/json');
}

/** Parses a JSON body of this shape. Throws an `ApiError` that names what is wrong. */
export function bodyOf<T>(request: FastifyRequest, shape: Shape<T>): T {
  const body = jsonIn(request);
  const problem = problemIn(shape, body);
  if (problem !== null) throw new ApiError(400, problem);
  return body as T;
}

/** Parses a JSON body. Throws an `ApiError`. */
export function jsonIn(request: FastifyRequest): Json {
  requireJson(request);
  try {
    return JSON.parse(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '') as Json;
  } catch {
    throw new ApiError(400, 'Invalid JSON body');
  }
}
