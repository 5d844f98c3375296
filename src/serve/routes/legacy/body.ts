/** Bytes ready to be sent as versions 3 and 2 send them, with their compressed form once somebody asked for it. */
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MaybePromise } from '../../../core/plugin.ts';
import { withHeaders } from '../../http/answer.ts';
import { acceptsDeflate } from '../../http/negotiation.ts';

/** As for gzip: the fastest. */
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

  /** In the form that HTTP calls deflate: section 8.4.1.2 of RFC 9110. Compressed in the thread pool, once. */
  packed(): Promise<Buffer> {
    this.#packed ??= compress(this.bytes, { level: LEVEL });
    return this.#packed;
  }
}

export const jsonBody = (value: unknown): LegacyBody =>
  new LegacyBody(Buffer.from(JSON.stringify(value) ?? 'null'));

/** Compressed when the client offers deflate, whatever the length; gzip is not known there. */
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
