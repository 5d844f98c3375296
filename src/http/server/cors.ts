/**
 * CORS by the Fetch standard, section 3.2, with the replies that Glances clients expect; docs/decisions/0020-cors.md explains why
 * not @fastify/cors.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface CorsSettings {
  /** `*` in the list allows any origin. */
  origins: readonly string[];
  /** Never granted if `*` allows any origin. */
  credentials: boolean;
  methods: readonly string[];
  headers: readonly string[];
}

type Headers = Record<string, string>;

/** Reply to a preflight request. */
interface Preflight {
  status: 200 | 400;
  headers: Headers;
  text: string;
}

export interface Cors {
  /** True if replies vary by origin, even without one in the request. */
  readonly isSelective: boolean;
  /** Origins allowed by name. */
  readonly named: ReadonlySet<string>;
  /** Headers for replies to requests with an origin. */
  headersFor(origin: string, hasCookie: boolean): Headers;
  answerPreflight(headers: IncomingHttpHeaders): Preflight;
}

const ANY = '*';
const ALL_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
/** Headers that pages may always send, within limits: section 2.2.2 of the Fetch standard. */
const SAFE_HEADERS = ['Accept', 'Accept-Language', 'Content-Language', 'Content-Type'];
const MAX_AGE_SECONDS = '600';

export const isPreflight = (method: string | undefined, headers: IncomingHttpHeaders): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

export function createCors({ origins, credentials, methods, headers }: CorsSettings): Cors {
  const isAny = origins.includes(ANY);
  const named = new Set(origins);
  const allowedMethods = methods.includes(ANY) ? ALL_METHODS : methods.map((method) => method.toUpperCase());
  const anyHeader = headers.includes(ANY);
  const listedHeaders = [...SAFE_HEADERS, ...headers].sort();
  const allowedHeaders = new Set(listedHeaders.map((name) => name.toLowerCase()));
  const withCredentials: Headers =
    credentials && !isAny ? { 'access-control-allow-credentials': 'true' } : {};

  const originHeaders = (origin: string, echoes: boolean): Headers => {
    if (isAny && !echoes) return { 'access-control-allow-origin': ANY };
    const allowed = isAny || named.has(origin);
    return { ...(allowed && { 'access-control-allow-origin': origin }), vary: 'Origin' };
  };

  const refusals = (origin: string, method: string, asked: string): string[] => [
    ...(isAny || named.has(origin) ? [] : ['origin']),
    ...(allowedMethods.includes(method) ? [] : ['method']),
    ...(anyHeader || namesOf(asked).every((name) => allowedHeaders.has(name)) ? [] : ['headers']),
  ];

  return {
    isSelective: !isAny,
    named,
    headersFor: (origin, hasCookie) => ({ ...originHeaders(origin, hasCookie), ...withCredentials }),
    answerPreflight(request) {
      const asked = request['access-control-request-headers'];
      const origin = request.origin ?? '';
      const refused = refusals(origin, request['access-control-request-method'] ?? '', asked ?? '');
      const allowHeaders = anyHeader ? asked : listedHeaders.join(', ');
      return {
        status: refused.length === 0 ? 200 : 400,
        text: refused.length === 0 ? 'OK' : `Disallowed CORS ${refused.join(', ')}`,
        headers: {
          ...originHeaders(origin, false),
          ...withCredentials,
          'access-control-allow-methods': allowedMethods.join(', '),
          'access-control-max-age': MAX_AGE_SECONDS,
          ...(allowHeaders !== undefined && { 'access-control-allow-headers': allowHeaders }),
        },
      };
    },
  };
}

const namesOf = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
