/** What answers at the root of the site beside the page: a prefix without its slash leads to the one with it. */
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../http/errors.ts';
import { sendRedirect } from '../../http/redirect.ts';

/**
 * @param base path that everything is below, without slash at its end
 * @param hasPage whether something else answers at the root
 */
export function rootRoutes(api: FastifyInstance, base: string, hasPage: boolean): void {
  if (!hasPage)
    api.get(`${base}/`, () => {
      throw notFound();
    });
  if (base !== '') api.get(base, (request, reply) => sendRedirect(request, reply, `${base}/`));
}
