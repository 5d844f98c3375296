/** Parameters in paths. */
import type { FastifyRequest } from 'fastify';
import { negativeInteger, notAnInteger } from './errors.ts';

/** Zero or more; throws 422. @param name of the parameter, for the error */
export function parseCount(name: string, text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw notAnInteger(name, text);
  const value = Number(text);
  if (value < 0) throw negativeInteger(name, text);
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}

/** Returns a parameter that the path of the route names. */
export const pathParameter = ({ params }: Pick<FastifyRequest, 'params'>, name: string): string =>
  (params as Readonly<Record<string, string>>)[name] ?? '';
