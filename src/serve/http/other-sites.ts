/** Pages of other sites may be allowed to read; nothing of theirs changes anything, unless they are named. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Null when a request may go on. Programs send neither of the headers this looks at.
 * @param origins those that [outputs] cors_origins names; `*` names none
 */
export function refusalOfOtherSites(
  { method, headers, host }: FastifyRequest,
  origins: ReadonlySet<string>,
): ApiError | null {
  if (READING.has(method)) return null;
  const { origin } = headers;
  if (origin !== undefined && origins.has(origin)) return null;
  // Browsers say it themselves, whatever proxies did to the name of this server; old ones and programs do not.
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return null;
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host.toLowerCase());
  if (site === undefined && isOwn) return null;
  return new ApiError(
    403,
    'Only pages of this server may change something; cors_origins in [outputs] names others that may',
  );
}
