/** `/<plugin>` and everything below. */
import type { PluginValue } from '../../core/served.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MaybePromise, Plugin } from '../../core/plugin.ts';
import { sendBody, sendMade } from '../../http/server/answer.ts';
import type { Resolved } from '../../core/parts/service.ts';
import { AgentParts, whenRead } from '../../http/route/agent-parts.ts';
import { Place } from '../../http/route/services.ts';
import { ServedJsonCache } from '../json-cache/json-cache.ts';
import { notFound, unknownPlugin } from '../../http/server/errors.ts';
import { itemOf } from '../json-cache/items.ts';
import { depthOf, rawPath, segmentsOf } from '../../http/server/path.ts';
import { sendRedirect, withoutTrailingSlashes } from '../../http/server/redirect.ts';
import { render } from '../../http/body/render.ts';
import { schemaName } from '../../http/openapi/plugin-schemas.ts';
import { type Examples, ref } from '../../http/openapi/types.ts';
import { defineRoute, type Handler, type Route, type RouteFamily } from '../../http/route/route.ts';
import { belowPlugin } from './below-plugin.ts';
import { parseSubRoute, type SubRoute } from './sub-route.ts';
import { answerPieces } from './sub-answers.ts';

const uses = { agent: AgentParts, jsonCache: ServedJsonCache, place: Place };
type Given = Resolved<typeof uses>;

const SHAPES: Record<Plugin['shape'], string> = {
  object: 'An object of fields; empty while nothing is known.',
  list: 'A list of entries; empty when there are none.',
  scalar: 'One value, or null.',
};

const sentence = (text: string): string => text.replace(/\.$/, '');

/** Name of `libversion` in clients of older servers; served but not listed. */
const ALIAS = 'psutilversion';
const LIBRARY = 'libversion';

/** One path for each, so that the router is fast. */
function wholePlugin(plugin: Plugin, examples: Examples): Route {
  return defineRoute({
    path: `/api/4/${plugin.name}`,
    access: 'viewer',
    id: `get${schemaName(plugin)}`,
    tag: plugin,
    summary: sentence(plugin.description),
    description: SHAPES[plugin.shape],
    answer: ref('schemas', schemaName(plugin)),
    says: 'The latest sample.',
    example: examples[plugin.name],
    isVersioned: true,
    refusals: { '503': 'NotYetRead' },
    uses,
    handler:
      ({ agent, jsonCache }) =>
      (request, reply) => {
        const body = whenRead(agent, plugin.name, () => jsonCache.of(plugin, 'stats'));
        if (body instanceof Promise) return body.then((later) => sendBody(request, reply, later));
        return sendBody(request, reply, body);
      },
  });
}

export const pluginRoutes: RouteFamily = ({ plugins, examples }) => {
  const library = plugins.find(({ name }) => name === LIBRARY);
  const alias = library && {
    ...wholePlugin(library, examples),
    path: `/api/4/${ALIAS}`,
    id: 'getPsutilversion',
    description: 'Alias of `libversion` for clients of older servers; not listed.',
    isDeprecated: true,
  };
  return [
    ...plugins.map((plugin) => wholePlugin(plugin, examples)),
    ...(alias ? [alias] : []),
    defineRoute({
      path: '/api/4/{plugin}',
      access: 'viewer',
      undocumented: 'refuses unknown names',
      uses,
      handler: answerOf,
    }),
    defineRoute({
      path: '/api/4/{plugin}/{rest*}',
      access: 'viewer',
      pieces: belowPlugin(plugins),
      uses,
      handler: answerOf,
    }),
  ];
};

const answerOf = (given: Given): Handler => {
  const {
    agent,
    place: { root },
  } = given;
  const byName = new Map(agent.plugins.map((plugin) => [plugin.name, plugin]));
  const library = byName.get(LIBRARY);
  if (library !== undefined) byName.set(ALIAS, library);
  const depth = depthOf(root);
  const enabled = agent.plugins.map(({ name }) => name);
  return (request, reply) => {
    const path = rawPath(request.raw.url);
    const [name = '', ...rest] = segmentsOf(path, depth);
    if (name === '') throw notFound();
    const plugin = byName.get(name);
    const shorter = withoutTrailingSlashes(path);
    if (plugin === undefined) {
      if (shorter !== null) return sendRedirect(request, reply, shorter);
      throw unknownPlugin(name, enabled);
    }
    return answerBelow(given, plugin, rest, { request, reply, shorter });
  };
};

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The path without final slashes; null if it has none. */
  shorter: string | null;
}

function answerBelow(
  given: Given,
  plugin: Plugin,
  rest: readonly string[],
  { request, reply, shorter }: Exchange,
): MaybePromise<FastifyReply> {
  const { agent, jsonCache } = given;
  const target = parseSubRoute(rest);
  return whenRead<FastifyReply>(agent, plugin.name, () => {
    const { value } = agent.store.latest(plugin.name);
    if (shorter !== null && !endsInSlash(plugin, target, value)) return sendRedirect(request, reply, shorter);
    if (target.kind === 'views')
      return Promise.resolve(jsonCache.of(plugin, 'views')).then((body) => sendBody(request, reply, body));
    const pieces = answerPieces(given, plugin, target);
    return sendMade(request, reply, jsonCache.versionOf(plugin), () => render(pieces));
  });
}

/** Final slashes belong to a path if they are part of an existing value or identity. */
function endsInSlash(plugin: Plugin, target: SubRoute, value: PluginValue): boolean {
  if (target.kind === 'value') return true;
  return (
    target.kind === 'item' && plugin.shape === 'list' && itemOf(plugin, value, target.identity) !== undefined
  );
}
