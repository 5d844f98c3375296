/** Bytes ready to send for versions 3 and 2, with their compressed form once requested. */
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MaybePromise } from '../../core/plugin.ts';
import { withHeaders } from '../../http/server/answer.ts';
import { acceptsDeflate } from '../../http/server/negotiation.ts';

/** Fastest level, as for gzip. */
const LEVEL = 1;

const compress = promisify(deflate);

export class LegacyBody {
  readonly bytes: Buffer;
  readonly type: string;
  #packed: Promise<Buffer> | null = null;

  /** @param type media type */
  constructor(bytes: Buffer, type = 'application/json') {
    this.bytes = bytes;
    this.type = type;
  }

  /** HTTP's deflate: section 8.4.1.2 of RFC 9110. Compressed once, in the thread pool. */
  packed(): Promise<Buffer> {
    this.#packed ??= compress(this.bytes, { level: LEVEL });
    return this.#packed;
  }
}

export const jsonBody = (value: unknown): LegacyBody =>
  new LegacyBody(Buffer.from(JSON.stringify(value) ?? 'null'));

/** Compressed if the client accepts deflate, regardless of length; these versions have no gzip. */
export function sendLegacy(
  request: FastifyRequest,
  reply: FastifyReply,
  body: LegacyBody,
): MaybePromise<FastifyReply> {
  const isPacked = acceptsDeflate(request.raw.headers['accept-encoding']);
  withHeaders(reply, {
    'content-type': body.type,
    'cache-control': 'no-cache',
    'content-encoding': isPacked ? 'deflate' : 'identity',
    vary: 'Accept-Encoding',
  });
  return isPacked ? body.packed().then((bytes) => reply.send(bytes)) : reply.send(body.bytes);
}
