/** Clients that disconnect before their reply. */
import type { FastifyRequest } from 'fastify';

/** A reply has no connection before earlier ones of its connection are sent, so the request's is asked. */
export const isGone = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed;
