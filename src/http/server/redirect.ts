/** Redirects a path with a trailing slash to the one without. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Null if the path does not end in a slash. */
export function withoutTrailingSlashes(path: string): string | null {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return end === path.length ? null : path.slice(0, end);
}

/** The scheme for the client. A proxy's header may contain anything. */
export const schemeOf = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  protocol === 'https' ? 'https' : 'http';

/** 307 to a path of this server, query kept; absolute if the request names the host. */
export function sendRedirect(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const { url = '', headers } = request.raw;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const host = /^[\w.:[\]-]+$/.test(headers.host ?? '') ? headers.host : null;
  const origin = host === null ? '' : `${schemeOf(request)}://${host}`;
  return reply
    .code(307)
    .header('location', origin + escapeUnsafe(path + query))
    .send();
}

/** Keeps existing escapes; headers contain visible ASCII only. */
const escapeUnsafe = (text: string): string =>
  text.replace(/[^\x21-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
