/** Clients that disconnect before their reply. */
import type { FastifyRequest } from 'fastify';

/** Asked of the socket, which a reply loses when it ends. */
export const isGone = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed;
