/** Pages of other sites may be allowed to read; nothing of theirs changes anything, unless they are named. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Null when a request may go on. Programs send neither of the headers this looks at.
 * @param origins those that [outputs] cors_origins names; `*` names none
 */
export function refusalOfOtherSites(request: FastifyRequest, origins: ReadonlySet<string>): ApiError | null {
  const { origin } = request.headers;
  if (isReading(request) || (origin !== undefined && origins.has(origin))) return null;
  if (senderOf(request) !== 'other') return null;
  return new ApiError(
    403,
    'Only pages of this server may change something; cors_origins in [outputs] names others that may',
  );
}

/**
 * The same for requests that a cookie authenticates, which browsers add by themselves: they must say that a page of this server
 * sent them.
 */
export const refusalOfForgery = (request: FastifyRequest): ApiError | null =>
  isReading(request) || senderOf(request) === 'own'
    ? null
    : new ApiError(403, 'Only the page of this server may change something with its session');

const isReading = ({ method }: FastifyRequest): boolean => READING.has(method);

/** The page that a browser names as sender; programs name none. */
function senderOf({ headers, host }: FastifyRequest): 'own' | 'other' | 'unknown' {
  const { origin } = headers;
  // Browsers say it themselves, whatever proxies did to the name of this server; old ones and programs do not.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'other';
  if (origin === undefined) return 'unknown';
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase() ? 'own' : 'other';
}
