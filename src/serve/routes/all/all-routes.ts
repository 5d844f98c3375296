/** `/all`, `/all/views`, `/all/limits`: everything of all enabled plugins. */
import type { FastifyInstance } from 'fastify';
import { sendBody } from '../../http/answer.ts';
import { Body } from '../../bodies/body.ts';
import type { Levels } from '../../../judge/levels/levels.ts';
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

  const limits = limitsBodies(names, agent.levels, run);
  api.get(`${root}/all/limits`, (request, reply) => sendBody(request, reply, limits()));
}

/** Made again when the limits have been replaced. */
function limitsBodies(names: readonly string[], levels: Levels, run: string): () => Body {
  const make = (): Body => {
    const limits = Object.fromEntries(names.map((name) => [name, levels.limitsOf(name)]));
    return new Body(Buffer.from(JSON.stringify(limits)), `${run}.limits.${levels.edition}`);
  };
  let made = { edition: levels.edition, body: make() };
  return () => {
    if (made.edition !== levels.edition) made = { edition: levels.edition, body: make() };
    return made.body;
  };
}
