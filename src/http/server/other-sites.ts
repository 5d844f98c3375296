/** Cross-site requests: reading may be allowed to all; changes need an allowed origin. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Null if a request may proceed. Only browsers send the checked headers.
 * @param origins from [outputs] cors_origins; `*` names none
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

/** Refuses changes with a session cookie, which browsers attach automatically, unless they come from a page of this server. */
export const refusalOfForgery = (request: FastifyRequest): ApiError | null =>
  isReading(request) || senderOf(request) === 'own'
    ? null
    : new ApiError(403, 'Only the page of this server may change something with its session');

const isReading = ({ method }: FastifyRequest): boolean => READING.has(method);

/** Origin from a browser; other programs send none. */
function senderOf({ headers, host }: FastifyRequest): 'own' | 'other' | 'unknown' {
  const { origin } = headers;
  // Sent by current browsers, and independent of how a proxy rewrites the host; older browsers and programs omit it.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'other';
  if (origin === undefined) return 'unknown';
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase() ? 'own' : 'other';
}
