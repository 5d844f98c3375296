/** The head of a stream of server-sent events. */
import type { FastifyReply } from 'fastify';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx passes on what it gets, as it gets it.
  'x-accel-buffering': 'no',
  // The stream is the last thing that a connection carries.
  connection: 'close',
} as const;

/**
 * Takes the answer out of the framework's hands: what others have said so far goes into its head.
 * @param more headers of this stream
 */
export function beginStream(
  reply: FastifyReply,
  more: Readonly<Record<string, string>> = {},
): FastifyReply['raw'] {
  reply.hijack();
  const headers = reply.getHeaders() as Record<string, string>;
  if (!reply.raw.destroyed) reply.raw.writeHead(200, { ...headers, ...HEADERS, ...more });
  return reply.raw;
}
