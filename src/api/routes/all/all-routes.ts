/** `/all`, `/all/views`, `/all/limits`: everything of all enabled plugins. */
import type { FastifyInstance } from 'fastify';
import { sendBody } from '../../http/answer.ts';
import { Body } from '../../bodies/body.ts';
import type { Aspect } from '../../bodies/bodies.ts';
import { type RouteContext, whenSampled } from '../../context.ts';

export function allRoutes(api: FastifyInstance, { root, agent, bodies, run }: RouteContext): void {
  const names = agent.plugins.map(({ name }) => name);
  const paths: [string, Aspect][] = [
    ['/all', 'stats'],
    ['/all/views', 'views'],
  ];
  for (const [path, aspect] of paths) {
    api.get(root + path, async (request, reply) => {
      const body = await whenSampled(agent, names, () => bodies.all(aspect));
      return sendBody(request, reply, body);
    });
  }

  const limits = Object.fromEntries(names.map((name) => [name, agent.limits.get(name) ?? {}]));
  const body = new Body(Buffer.from(JSON.stringify(limits)), `${run}.limits`);
  api.get(`${root}/all/limits`, (request, reply) => sendBody(request, reply, body));
}
