/** The head of a stream of server-sent events, compressed for clients that take gzip. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../../http/negotiation.ts';
import { packedPadding, PADDING } from './frames.ts';
import { packedSink, plainSink, type Sink } from './sink.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx passes on what it gets, as it gets it.
  'x-accel-buffering': 'no',
  // The stream is the last thing that a connection carries.
  connection: 'close',
} as const;

/** Nothing is stored on the way, so it need not say what it varies by. */
const PACKED = { 'content-encoding': 'gzip' } as const;

export interface BegunStream {
  response: FastifyReply['raw'];
  sink: Sink;
}

/**
 * Takes the answer out of the framework's hands: what others have said so far goes into its head. Null when the client has
 * gone already.
 */
export function beginStream(request: FastifyRequest, reply: FastifyReply): BegunStream | null {
  reply.hijack();
  const { raw: response } = reply;
  if (response.destroyed) return null;
  const isPacked = acceptsGzip(request.headers['accept-encoding']);
  const headers = reply.getHeaders() as Record<string, string>;
  response.writeHead(200, { ...headers, ...HEADERS, ...(isPacked && PACKED) });
  // Errors of a connection end it, which is all there is to know.
  response.on('error', () => {});
  const sink = isPacked ? packedSink(response) : plainSink(response);
  sink.together(() => sink.write(isPacked ? packedPadding() : PADDING));
  return { response, sink };
}
