/** Sends bodies: whole, compressed, or not at all when the client has them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MaybePromise } from '../core/plugin.ts';
import { Body, tagsOf } from './body.ts';
import { acceptsGzip, matchesTag } from './negotiation.ts';

type Sent = MaybePromise<FastifyReply>;

/** Sends a kept body. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body): Sent {
  const { headers } = request.raw;
  if (headers['if-none-match'] !== undefined && matchesTag(headers['if-none-match'], body.tags)) {
    return sendUnchanged(request, reply, body.tags);
  }
  if (body.isWorthPacking && acceptsGzip(headers['accept-encoding'])) {
    return body.packed().then((bytes) => reply.headers(body.packedHeaders).send(bytes));
  }
  return reply.headers(body.headers).send(body.bytes);
}

/**
 * Sends a body that is made only when the client does not have it yet.
 * @param version as in {@link Body}
 */
export async function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  version: string,
  make: () => MaybePromise<Buffer>,
): Promise<FastifyReply> {
  const tags = tagsOf(version);
  if (matchesTag(request.raw.headers['if-none-match'], tags)) return sendUnchanged(request, reply, tags);
  return sendBody(request, reply, new Body(await make(), version));
}

/** Sends a small value that has no version. */
export const sendValue = (reply: FastifyReply, value: unknown): FastifyReply =>
  reply
    .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    .send(Buffer.from(JSON.stringify(value)));

/** 304 with the validator of the form the client would get now. Section 15.4.5 of RFC 9110. */
function sendUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  [plain, packed]: readonly [string, string],
): FastifyReply {
  const hasPacked = request.raw.headers['if-none-match']?.includes(packed) === true;
  return reply
    .code(304)
    .headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding', etag: hasPacked ? packed : plain })
    .send();
}
