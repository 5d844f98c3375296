/** `/all`, `/all/views`, `/all/limits`: everything of all enabled plugins. */
import { mapOf } from '../../core/shape.ts';
import { aliasOf, isExtraPlugin } from '../../core/glances-names.ts';
import type { Limits } from '../../core/served.ts';
import type { Schema } from '../../core/schema.ts';
import { renamedLimits } from '../../measure/levels/limits.ts';
import type { Levels } from '../../measure/levels/levels.ts';
import { type Aspect, ServedJsonCache } from '../json-cache/json-cache.ts';
import { Body } from '../../http/body/body.ts';
import { sendBody } from '../../http/server/answer.ts';
import { VIEW_EXAMPLE } from '../../http/openapi/common-schemas.ts';
import { EVERYTHING } from '../../http/openapi/tags.ts';
import { ref } from '../../http/openapi/types.ts';
import type { Resolved } from '../../core/parts/service.ts';
import { AgentParts, whenSampled } from '../../http/route/agent-parts.ts';
import { ServedRun } from '../../http/route/services.ts';
import { asksForExtra, EXTRA_PARAMETER, listedNames } from './plugin-lists.ts';
import { defineRoute, type Handler, type RouteFamily } from '../../http/route/route.ts';

const uses = { agent: AgentParts, jsonCache: ServedJsonCache, served: ServedRun };
type Given = Resolved<typeof uses>;

const byPlugin = (schema: Schema) => mapOf('By plugin.', schema);

export const allRoutes: RouteFamily = ({ plugins, examples }) => {
  const known = plugins.filter(({ name }) => name in examples);
  return [
    defineRoute({
      path: '/api/4/all',
      access: 'viewer',
      id: 'getAll',
      tag: EVERYTHING,
      parameters: EXTRA_PARAMETER,
      summary: 'Values of all published plugins',
      answer: ref('schemas', 'All'),
      says: 'The latest sample of every enabled plugin of the published list, by name.',
      ...(known.length === plugins.length && {
        example: Object.fromEntries(
          known.flatMap(({ name }) => (isExtraPlugin(name) ? [] : [[name, examples[name]]])),
        ),
      }),
      isVersioned: true,
      uses,
      handler: (given) => answer(given, 'stats'),
    }),
    defineRoute({
      path: '/api/4/all/views',
      access: 'viewer',
      id: 'getAllViews',
      tag: EVERYTHING,
      parameters: EXTRA_PARAMETER,
      summary: 'Views of all published plugins',
      answer: byPlugin(ref('schemas', 'Views')),
      says: 'Views by plugin.',
      example: { cpu: { total: VIEW_EXAMPLE } },
      isVersioned: true,
      uses,
      handler: (given) => answer(given, 'views'),
    }),
    defineRoute({
      path: '/api/4/all/limits',
      access: 'viewer',
      id: 'getAllLimits',
      tag: EVERYTHING,
      parameters: EXTRA_PARAMETER,
      summary: 'Thresholds and other options of all published plugins',
      answer: byPlugin(ref('schemas', 'Limits')),
      says: 'Limits by plugin.',
      example: { cpu: { history_size: 1200, cpu_total_careful: 65 } },
      isVersioned: true,
      uses,
      handler(given) {
        const { agent, served } = given;
        const published = limitsBodies(listedNames(agent, false), agent.levels, `${served.run}.limits`);
        const all = limitsBodies(listedNames(agent, true), agent.levels, `${served.run}.limits+`);
        return (request, reply) => {
          return sendBody(request, reply, asksForExtra(request.query) ? all() : published());
        };
      },
    }),
  ];
};

function answer(given: Given, aspect: Aspect): Handler {
  const { agent, jsonCache } = given;
  const published = listedNames(agent, false);
  const all = listedNames(agent, true);
  return async (request, reply) => {
    const extra = asksForExtra(request.query);
    const body = await whenSampled(agent, extra ? all : published, () => jsonCache.all(aspect, extra));
    return sendBody(request, reply, body);
  };
}

/** Under the name of its older servers too, where a plugin has one. */
function namedLimits(name: string, limits: Limits): [string, Limits][] {
  const alias = aliasOf(name);
  return alias === null
    ? [[name, limits]]
    : [
        [name, limits],
        [alias, renamedLimits(limits, name, alias)],
      ];
}

/** Rebuilt when limits change. */
function limitsBodies(names: readonly string[], levels: Levels, version: string): () => Body {
  const make = (): Body => {
    const limits = Object.fromEntries(names.flatMap((name) => namedLimits(name, levels.limitsOf(name))));
    return new Body(Buffer.from(JSON.stringify(limits)), `${version}.${levels.edition}`);
  };
  let made = { edition: levels.edition, body: make() };
  return () => {
    if (made.edition !== levels.edition) made = { edition: levels.edition, body: make() };
    return made.body;
  };
}
