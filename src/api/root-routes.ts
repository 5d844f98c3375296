/** What answers at the root of the site: nothing yet, but a prefix without its slash leads to the one with it. */
import type { FastifyInstance } from 'fastify';
import { notFound } from './errors.ts';
import { sendRedirect } from './redirect.ts';

/** @param base path that everything is below, without slash at its end */
export function rootRoutes(api: FastifyInstance, base: string): void {
  api.get(`${base}/`, () => {
    throw notFound();
  });
  if (base !== '') api.get(base, (request, reply) => sendRedirect(request, reply, `${base}/`));
}
