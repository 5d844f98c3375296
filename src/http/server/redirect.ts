/** Redirects a path with a trailing slash to the one without. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Null if the path does not end in a slash. */
export function withoutTrailingSlashes(path: string): string | null {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return end === path.length ? null : path.slice(0, end);
}

/** Returns the scheme for the client. A proxy's header may contain anything. */
export const schemeOf = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  protocol === 'https' ? 'https' : 'http';

/** Scheme, host and port as the client names them; null: the request names no host. */
export const requestOrigin = (request: FastifyRequest): string | null =>
  /^[\w.:[\]-]+$/.test(request.host ?? '') ? `${schemeOf(request)}://${request.host}` : null;

/** 307 to a path of this server, query kept; absolute if the request names the host. */
export function sendRedirect(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const { url = '' } = request.raw;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return reply
    .code(307)
    .header('location', (requestOrigin(request) ?? '') + escapeUnsafe(path + query))
    .send();
}

/** Keeps existing escapes; headers contain visible ASCII only. */
const escapeUnsafe = (text: string): string =>
  text.replace(/[^\x21-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
