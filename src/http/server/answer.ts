/** Sends bodies: plain, compressed, or as 304. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MaybePromise } from '../../core/plugin.ts';
import { Body, type Headers, type Tags, tagsOf } from '../body/body.ts';
import { acceptsGzip, matchesTag } from './negotiation.ts';

type Sent = MaybePromise<FastifyReply>;

/** Sends a cached body. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body): Sent {
  const { headers } = request.raw;
  const { tags } = body;
  if (tags !== null && matchesTag(headers['if-none-match'], tags)) return sendUnchanged(request, reply, tags);
  if (body.isWorthPacking && acceptsGzip(headers['accept-encoding'])) {
    return body.packed().then((bytes) => withHeaders(reply, body.packedHeaders).send(bytes));
  }
  return body.isLent ? sendLent(reply, body) : withHeaders(reply, body.headers).send(body.bytes);
}

/** Sends a body whose buffers are reused once it is sent or the connection has ended. */
function sendLent(reply: FastifyReply, body: Body): FastifyReply {
  const parts = body.take();
  reply.raw.once('close', () => body.release());
  withHeaders(reply, body.headers);
  if (parts.length === 1) return reply.send(parts[0]);
  const stream = new Readable({
    read() {
      for (const part of parts) this.push(part);
      this.push(null);
    },
  });
  return reply.header('content-length', String(body.length)).send(stream);
}

/**
 * Sends a body, built only if the client's copy is stale.
 * @param version as in {@link Body}; null: the client cannot have it
 */
export async function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  version: string | null,
  make: () => MaybePromise<Buffer>,
): Promise<FastifyReply> {
  const tags = version === null ? null : tagsOf(version);
  if (tags !== null && matchesTag(request.raw.headers['if-none-match'], tags))
    return sendUnchanged(request, reply, tags);
  return sendBody(request, reply, new Body(await make(), version));
}

/** Sends a value without a version. */
export const sendValue = (request: FastifyRequest, reply: FastifyReply, value: unknown): Sent =>
  sendBody(request, reply, new Body(Buffer.from(JSON.stringify(value)), null));

/** Returns the handler of a route that answers with a value. */
export const answering =
  <Given>(valueOf: (given: Given, request: FastifyRequest) => unknown, send = sendValue) =>
  (given: Given) =>
  (request: FastifyRequest, reply: FastifyReply): Sent => {
    const value = valueOf(given, request);
    return value instanceof Promise
      ? value.then((later) => send(request, reply, later))
      : send(request, reply, value);
  };

/** Sends a value that must not be cached. */
export const sendUnkept = (request: FastifyRequest, reply: FastifyReply, value: unknown): Sent =>
  sendBody(
    request,
    reply,
    new Body(Buffer.from(JSON.stringify(value)), null, 'application/json', 'no-store'),
  );

/** 304 with the validator of the current representation. Section 15.4.5 of RFC 9110. */
function sendUnchanged(request: FastifyRequest, reply: FastifyReply, [plain, packed]: Tags): FastifyReply {
  const hasPacked = request.raw.headers['if-none-match']?.includes(packed) === true;
  const headers = { 'cache-control': 'no-cache', vary: 'Accept-Encoding', etag: hasPacked ? packed : plain };
  return withHeaders(reply.code(304), headers).send();
}

/** Sets headers, and keeps an existing Vary (by origin). */
export function withHeaders(reply: FastifyReply, headers: Headers): FastifyReply {
  const before = headers['vary'] === undefined ? undefined : reply.getHeader('vary');
  reply.headers(headers);
  return before === undefined ? reply : reply.header('vary', `${String(before)}, ${headers['vary']}`);
}
