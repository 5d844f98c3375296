/** `/status` and `/pluginslist`: the version of the service, and the plugins that are on. */
import type { FastifyInstance } from 'fastify';
import { Body } from '../../bodies/body.ts';
import type { RouteContext } from '../../context.ts';
import { OPEN } from '../../http/access.ts';
import { sendBody, sendValue } from '../../http/answer.ts';
import { PUBLIC } from '../../http/security-headers.ts';

export function serviceRoutes(api: FastifyInstance, { root, agent, run, version }: RouteContext): void {
  api.route({
    method: ['GET', 'HEAD'],
    url: `${root}/status`,
    ...OPEN,
    // Dashboards show whether a server is there without reading its answer.
    handler: (request, reply) => sendValue(request, reply.headers(PUBLIC), { version }),
  });
  const names = Buffer.from(JSON.stringify(agent.plugins.map(({ name }) => name)));
  const list = new Body(names, `${run}.pluginslist`);
  api.get(`${root}/pluginslist`, (request, reply) => sendBody(request, reply, list));
}
