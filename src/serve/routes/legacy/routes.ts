/**
 * `/api/3` and `/api/2`: what clients of older servers ask for, made from the snapshots of version 4. Paths are
 * taken apart here, since almost every refusal is by what they name.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MaybePromise } from '../../../core/plugin.ts';
import { whenMade } from '../../../core/when-made.ts';
import { depthOf, type RouteContext, whenRead } from '../../context.ts';
import { answerUnmatched } from '../../http/error-replies.ts';
import { notFound, unknownPlugin } from '../../http/errors.ts';
import { rawPath, segmentsOf } from '../../http/path.ts';
import { render } from '../../bodies/render.ts';
import { legacyPieces } from './answers.ts';
import { createLegacyBodies } from './bodies.ts';
import { LegacyBody, sendLegacy } from './body.ts';
import { entriesOf, type Version } from './dialect.ts';
import { challenging } from './errors.ts';
import { parseTarget } from './target.ts';
import { createWords } from './words.ts';

export function legacyRoutes(api: FastifyInstance, context: RouteContext): void {
  for (const version of [3, 2] as const) {
    const root = `${context.base}/api/${version}`;
    const answer = createAnswer(version, { ...context, root });
    void api.register(
      async (scope) => {
        scope.setErrorHandler((error) => {
          throw challenging(error);
        });
        scope.setNotFoundHandler((request, reply) => answerUnmatched(request, reply, context.routes));
        scope.addHook('onClose', async () => answer.stop());
        for (const url of ['/:plugin', '/:plugin/*']) {
          scope.route({
            method: ['GET', 'HEAD'],
            url,
            handler: async (request, reply) => sendLegacy(request, reply, await answer.to(request)),
          });
        }
      },
      { prefix: root },
    );
  }
}

interface Answer {
  to(request: FastifyRequest): MaybePromise<LegacyBody>;
  stop(): void;
}

function createAnswer(version: Version, context: RouteContext): Answer {
  const { agent, registry, root, settings, turns } = context;
  const enabled = new Set(agent.plugins.map(({ name }) => name));
  const entries = entriesOf(version, registry);
  const served = entries.filter(({ plugin }) => enabled.has(plugin.name));
  const byName = new Map(served.map((entry) => [entry.name, entry]));
  const bodies = createLegacyBodies(entries, context);
  const words = createWords({ version, agent, served, bodies, settings });

  const belowPlugin = (name: string, rest: readonly string[]): MaybePromise<LegacyBody> => {
    const entry = byName.get(name);
    if (entry === undefined) throw unknownPlugin(name, [...byName.keys()]);
    const target = parseTarget(rest);
    if (target === null) throw notFound();
    // Version 2 took a value for a path of its own.
    if (version === 2 && target.kind === 'value' && target.value.includes('/')) throw notFound();
    return whenRead(agent, entry.plugin.name, () => {
      if (target.kind === 'stats' || target.kind === 'views') return bodies.of(entry, target.kind);
      const bytes = render(legacyPieces(context, bodies, entry, target), turns.begin());
      return whenMade(bytes, (made) => new LegacyBody(made));
    });
  };

  const depth = depthOf(root);
  return {
    stop: bodies.stop,
    to(request) {
      const [name = '', ...rest] = segmentsOf(rawPath(request.raw.url), depth);
      if (name === '' || (rest.length === 1 && rest[0] === '')) throw notFound();
      return words(name, rest) ?? belowPlugin(name, rest);
    },
  };
}
