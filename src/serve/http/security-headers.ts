/** Security headers for all replies, errors included. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const HEADERS: readonly [name: string, value: string][] = [
  // JSON with names of processes in it is no script and no page.
  ['x-content-type-options', 'nosniff'],
  // Pages of other sites load nothing of this one but what is `PUBLIC`, and share no window with it.
  ['cross-origin-resource-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
];

/** For replies that any site may embed: public ones, and those that CORS opens to all. */
export const PUBLIC = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/** A month: other ports of the host are bound by it too. */
const HSTS: readonly [name: string, value: string] = ['strict-transport-security', 'max-age=2592000'];

export function addSecurityHeaders(server: Server, hasTls: boolean): void {
  const headers = hasTls ? [...HEADERS, HSTS] : HEADERS;
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value);
  });
}
