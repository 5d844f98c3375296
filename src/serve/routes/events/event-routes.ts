/** `/events/clear/…`: removes events from the list of the alert plugin. */
import type { FastifyInstance } from 'fastify';
import { sendValue } from '../../http/answer.ts';
import type { RouteContext } from '../../context.ts';

export function eventRoutes(api: FastifyInstance, { root, agent }: RouteContext): void {
  for (const which of ['all', 'warning'] as const) {
    api.post(`${root}/events/clear/${which}`, (request, reply) => {
      agent.events?.clear(which);
      return sendValue(request, reply, {});
    });
  }
}
