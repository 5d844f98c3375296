/** Routes at the root of the site beside the page: a prefix without its slash leads to the one with it. */
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context.ts';
import { notFound } from '../../http/errors.ts';
import { sendRedirect } from '../../http/redirect.ts';

export function rootRoutes(api: FastifyInstance, { base, page }: RouteContext): void {
  const hasPage = page !== null && page.hasHost !== false;
  if (!hasPage)
    api.get(`${base}/`, () => {
      throw notFound();
    });
  if (base !== '') api.get(base, (request, reply) => sendRedirect(request, reply, `${base}/`));
}
