/** The head of a stream of server-sent events, compressed for clients that accept gzip. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../../http/server/negotiation.ts';
import { packedPadding, PADDING } from './frames.ts';
import { packedSink, plainSink, type StreamSink } from './sink.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Disables buffering in nginx.
  'x-accel-buffering': 'no',
  // The connection ends with the stream.
  connection: 'close',
} as const;

/** Not cached, so Vary is not needed. */
const PACKED = { 'content-encoding': 'gzip' } as const;

export interface BegunStream {
  response: FastifyReply['raw'];
  sink: StreamSink;
}

/** Takes the response from the framework, with headers set so far. Null: the client has disconnected. */
export function beginStream(request: FastifyRequest, reply: FastifyReply): BegunStream | null {
  reply.hijack();
  const { raw: response } = reply;
  if (response.destroyed) return null;
  const isPacked = acceptsGzip(request.headers['accept-encoding']);
  const headers = reply.getHeaders() as Record<string, string>;
  response.writeHead(200, { ...headers, ...HEADERS, ...(isPacked && PACKED) });
  // An error closes the connection; nothing else depends on it.
  response.on('error', () => {});
  const sink = isPacked ? packedSink(response) : plainSink(response);
  sink.together(() => sink.write(isPacked ? packedPadding() : PADDING));
  return { response, sink };
}
