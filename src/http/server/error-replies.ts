/** Converts all errors to `{"detail": …}`: ours, Fastify's, the router's and the HTTP parser's. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { explain } from '../../core/explain.ts';
import { shortageIn } from '../../core/shortage.ts';
import { GoneError } from '../../core/slice.ts';
import { ApiError, badPath, lacking, methodNotAllowed, notFound, pathTooLong } from './errors.ts';
import { sendRedirect, withoutTrailingSlashes } from './redirect.ts';
import { rawPath } from './path.ts';
import type { RouteTable } from './route-table.ts';

export function sendError(reply: FastifyReply, { status, detail, headers }: ApiError): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
    .send(Buffer.from(JSON.stringify({ detail })));
}

/** Converts an error for the client; null for an internal error. */
function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  // The client has disconnected.
  if (error instanceof GoneError) return new ApiError(499, error.message);
  // Said by the states of plugins, and in the log when they change: a line for each request would fill the disk.
  const shortage = shortageIn(error);
  if (shortage !== null) return lacking(explain(shortage));
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string };
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return pathTooLong();
  if (code === 'FST_ERR_BAD_URL') return badPath();
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null;
  return new ApiError(statusCode, message ?? 'Bad Request');
}

/** @param onFault called for internal errors */
export function handleErrors(
  api: FastifyInstance,
  routes: RouteTable,
  onFault: (error: unknown) => void,
): void {
  api.setErrorHandler((error, _request, reply) => {
    const known = toApiError(error);
    if (known === null) onFault(error);
    return sendError(reply, known ?? new ApiError(500, 'Internal Server Error'));
  });
  api.setNotFoundHandler((request, reply) => answerUnmatched(request, reply, routes));
}

/** Handles requests without a route, for which only hooks have run. */
export const sendRouterError = (error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
  sendError(reply, toApiError(error) ?? badPath());
};

/** Distinguishes a wrong method (405) from a wrong path (404). */
export function answerUnmatched(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: RouteTable,
): FastifyReply {
  const path = rawPath(request.raw.url);
  const allowed = routes.methodsAt(path);
  if (allowed.length > 0) throw methodNotAllowed(allowed);
  const shorter = withoutTrailingSlashes(path);
  if (shorter === null || !routes.methodsAt(shorter).includes(request.method)) throw notFound();
  return sendRedirect(request, reply, shorter);
}

const PARSER_ERRORS: Record<string, [status: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
};

/** Time for clients to read the last replies and close. */
const LINGER_MS = 1000;

/** Replies to input that is not HTTP, then closes. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, detail] = PARSER_ERRORS[error.code ?? ''] ?? ['400 Bad Request', 'Not a valid HTTP request'];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  // A socket that closes with unread bytes resets the connection, and the client loses replies (RFC 9112 section 9.6).
  // A failed handshake never ends by itself.
  const linger = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(linger));
}
