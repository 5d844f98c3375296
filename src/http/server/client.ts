/** The client of a request: its share of a queue, and whether it is still connected. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { neighbourhoodOf } from '../../net/credentials/login-throttle.ts';

/** Read from the socket, which a finished reply no longer has. */
export const isGone = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed;

/** Aborted when the reply has ended or its client has disconnected. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

/** Returns the user or API key of a request; the address of a client without a name. */
export const authorOf = ({ identity, ip }: FastifyRequest): string => identity?.name ?? ip;

/** Of a `FairLimiter`. */
export const placeOf = (request: FastifyRequest, reply: FastifyReply) => ({
  group: neighbourhoodOf(request.ip),
  signal: untilClosed(reply),
});
