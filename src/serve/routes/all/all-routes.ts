/** `/all`, `/all/views`, `/all/limits`: everything of all enabled plugins. */
import type { Schema } from '../../../core/schema.ts';
import type { Levels } from '../../../judge/levels/levels.ts';
import type { Aspect } from '../../bodies/bodies.ts';
import { Body } from '../../bodies/body.ts';
import { sendBody } from '../../http/answer.ts';
import { VIEW_EXAMPLE } from '../../openapi/common-schemas.ts';
import { EVERYTHING } from '../../openapi/tags.ts';
import { ref } from '../../openapi/types.ts';
import { type RouteContext, whenSampled } from '../../route/context.ts';
import { defineRoute, type Handler, type RouteFamily } from '../../route/route.ts';

const byPlugin = (schema: Schema): Schema => ({ type: 'object', additionalProperties: schema });

export const allRoutes: RouteFamily = ({ plugins, examples }) => {
  const known = plugins.filter(({ name }) => name in examples);
  return [
    defineRoute({
      method: 'GET',
      path: '/api/4/all',
      access: 'read',
      id: 'getAll',
      tag: EVERYTHING,
      summary: 'Values of every plugin',
      answer: ref('schemas', 'All'),
      says: 'The latest sample of every enabled plugin, by name.',
      ...(known.length === plugins.length && {
        example: Object.fromEntries(known.map(({ name }) => [name, examples[name]])),
      }),
      isVersioned: true,
      handler: (context) => answer(context, 'stats'),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/4/all/views',
      access: 'read',
      id: 'getAllViews',
      tag: EVERYTHING,
      summary: 'Views of every plugin',
      answer: byPlugin(ref('schemas', 'Views')),
      says: 'Views by plugin.',
      example: { cpu: { total: VIEW_EXAMPLE } },
      isVersioned: true,
      handler: (context) => answer(context, 'views'),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/4/all/limits',
      access: 'read',
      id: 'getAllLimits',
      tag: EVERYTHING,
      summary: 'Thresholds and other options of every plugin',
      answer: byPlugin(ref('schemas', 'Limits')),
      says: 'Limits by plugin.',
      example: { cpu: { history_size: 1200, cpu_total_careful: 65 } },
      isVersioned: true,
      handler({ agent, run }) {
        const limits = limitsBodies(
          agent.plugins.map(({ name }) => name),
          agent.levels,
          run,
        );
        return (request, reply) => sendBody(request, reply, limits());
      },
    }),
  ];
};

function answer({ agent, bodies }: RouteContext, aspect: Aspect): Handler {
  const names = agent.plugins.map(({ name }) => name);
  return async (request, reply) => {
    const body = await whenSampled(agent, names, () => bodies.all(aspect));
    return sendBody(request, reply, body);
  };
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
