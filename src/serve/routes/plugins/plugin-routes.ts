/** `/<plugin>` and everything below. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MaybePromise, Plugin } from '../../../core/plugin.ts';
import { sendBody, sendMade } from '../../http/answer.ts';
import { depthOf, type RouteContext, whenRead } from '../../context.ts';
import { notFound, unknownPlugin } from '../../http/errors.ts';
import { itemOf } from '../../bodies/items.ts';
import { rawPath, segmentsOf } from '../../http/path.ts';
import { sendRedirect, withoutTrailingSlashes } from '../../http/redirect.ts';
import { render } from '../../bodies/render.ts';
import { parseSubRoute, type Target } from './sub-route.ts';
import { answerPieces } from './sub-answers.ts';

/** Names that answer without being listed: what clients of older servers call a plugin. */
const ALIASES: Readonly<Record<string, string>> = { psutilversion: 'libversion' };

export function pluginRoutes(api: FastifyInstance, context: RouteContext): void {
  const { agent, bodies, root } = context;
  const byName = new Map(agent.plugins.map((plugin) => [plugin.name, plugin]));
  for (const [alias, name] of Object.entries(ALIASES)) {
    const plugin = byName.get(name);
    if (plugin !== undefined) byName.set(alias, plugin);
  }

  for (const [name, plugin] of byName) {
    api.get(`${root}/${name}`, (request, reply) => {
      const body = whenRead(agent, plugin.name, () => bodies.of(plugin, 'stats'));
      if (body instanceof Promise) return body.then((later) => sendBody(request, reply, later));
      return sendBody(request, reply, body);
    });
  }

  const depth = depthOf(root);
  const enabled = agent.plugins.map(({ name }) => name);
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = rawPath(request.raw.url);
    const [name = '', ...rest] = segmentsOf(path, depth);
    if (name === '') throw notFound();
    const plugin = byName.get(name);
    const shorter = withoutTrailingSlashes(path);
    if (plugin === undefined) {
      if (shorter !== null) return sendRedirect(request, reply, shorter);
      throw unknownPlugin(name, enabled);
    }
    return answerBelow(context, plugin, rest, { request, reply, shorter });
  };
  api.get(`${root}/:plugin`, answer);
  api.get(`${root}/:plugin/*`, answer);
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The path without slashes at its end; null when it has none there. */
  shorter: string | null;
}

function answerBelow(
  context: RouteContext,
  plugin: Plugin,
  rest: readonly string[],
  { request, reply, shorter }: Exchange,
): MaybePromise<FastifyReply> {
  const { agent, bodies, turns } = context;
  const target = parseSubRoute(rest);
  return whenRead<FastifyReply>(agent, plugin.name, () => {
    const { value } = agent.store.latest(plugin.name);
    if (shorter !== null && !endsInSlash(plugin, target, value)) return sendRedirect(request, reply, shorter);
    if (target.kind === 'views')
      return Promise.resolve(bodies.of(plugin, 'views')).then((body) => sendBody(request, reply, body));
    const pieces = answerPieces(context, plugin, target);
    return sendMade(request, reply, bodies.versionOf(plugin), () => render(pieces, turns.begin()));
  });
}

/** Slashes at the end of a path belong to it when they are part of a value or of an identity that exists. */
function endsInSlash(plugin: Plugin, target: Target, value: unknown): boolean {
  if (target.kind === 'value') return true;
  return (
    target.kind === 'item' && plugin.shape === 'list' && itemOf(plugin, value, target.identity) !== undefined
  );
}
