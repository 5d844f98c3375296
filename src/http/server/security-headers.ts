/** Security headers for all replies, errors included. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const HEADERS: readonly [name: string, value: string][] = [
  // JSON with process names must not be interpreted as a script or page.
  ['x-content-type-options', 'nosniff'],
  // Other sites can load only `PUBLIC` files, and share no window with this one.
  ['cross-origin-resource-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
];

/** For replies that any site may embed: public ones, and those that CORS opens to all. */
export const PUBLIC = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/** A month only, since it also applies to other ports of the host. */
const HSTS: readonly [name: string, value: string] = ['strict-transport-security', 'max-age=2592000'];

export function addSecurityHeaders(server: Server, hasTls: boolean): void {
  const headers = hasTls ? [...HEADERS, HSTS] : HEADERS;
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value);
  });
}
