/** `/api/3` and `/api/2`, derived from version 4 snapshots. Paths are parsed here, since almost every error depends on them. */
import type { FastifyRequest } from 'fastify';
import type { MaybePromise } from '../../core/plugin.ts';
import { whenMade } from '../../core/when-made.ts';
import type { Resolved } from '../../core/parts/service.ts';
import { AgentParts, whenRead } from '../../http/route/agent-parts.ts';
import { Base, Closing, Registry, RunName, ShownSettings } from '../../http/route/services.ts';
import { ServedJsonCache } from '../json-cache/json-cache.ts';
import { ApiError, notFound, unknownPlugin } from '../../http/server/errors.ts';
import { depthOf, rawPath, segmentsOf } from '../../http/server/path.ts';
import { render } from '../../http/body/render.ts';
import { legacyPieces } from './answers.ts';
import { createLegacyJsonCache } from './json-cache.ts';
import { LegacyBody, sendLegacy } from './body.ts';
import { legacyPlugins, type Version } from './dialect.ts';
import { defineRoute, type Handler, type RouteFamily, type Scope, shared } from '../../http/route/route.ts';
import { legacyOperations } from './operations.ts';
import { parseLegacyTarget } from './target.ts';
import { createWords } from './words.ts';

const VERSIONS = [3, 2] as const;
const CHALLENGE = 'Basic realm="private"';

const scopes: Readonly<Record<Version, Scope>> = {
  3: { path: '/api/3', errorOf: challenging },
  2: { path: '/api/2', errorOf: challenging },
};

const uses = {
  agent: AgentParts,
  base: Base,
  jsonCache: ServedJsonCache,
  closing: Closing,
  registry: Registry,
  run: RunName,
  settings: ShownSettings,
};
type Given = Resolved<typeof uses>;

/** One per version. */
const answers = { 3: answersOf(3), 2: answersOf(2) };

export const legacyRoutes: RouteFamily = ({ plugins }) =>
  VERSIONS.flatMap((version) => {
    const common = {
      hasHead: true,
      scope: scopes[version],
      uses,
      handler(given: Given): Handler {
        const answer = answers[version](given);
        return async (request, reply) => sendLegacy(request, reply, await answer.to(request));
      },
    } as const;
    return [
      defineRoute({
        ...common,
        path: `/api/${version}/{plugin}`,
        access: 'viewer',
        undocumented: 'described with what is below it',
      }),
      defineRoute({
        ...common,
        path: `/api/${version}/{plugin}/{rest*}`,
        access: 'viewer',
        pieces: legacyOperations(version, plugins),
      }),
    ];
  });

function answersOf(version: Version) {
  return shared(
    ({ agent }: Given) => agent,
    (given) => {
      const answer = createAnswer(version, given);
      given.closing.after(answer.stop);
      return answer;
    },
  );
}

/** Refused credentials always ask for Basic ones. */
function challenging(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  return new ApiError(401, error.detail, { ...error.headers, 'www-authenticate': CHALLENGE });
}

interface Answer {
  to(request: FastifyRequest): MaybePromise<LegacyBody>;
  stop(): void;
}

function createAnswer(version: Version, given: Given): Answer {
  const { agent, base, registry, settings } = given;
  const enabled = new Set(agent.plugins.map(({ name }) => name));
  const entries = legacyPlugins(version, registry);
  const served = entries.filter(({ plugin }) => enabled.has(plugin.name));
  const byName = new Map(served.map((entry) => [entry.name, entry]));
  const jsonCache = createLegacyJsonCache(entries, given);
  const words = createWords({ version, agent, served, jsonCache, settings });

  const belowPlugin = (name: string, rest: readonly string[]): MaybePromise<LegacyBody> => {
    const entry = byName.get(name);
    if (entry === undefined) throw unknownPlugin(name, [...byName.keys()]);
    const target = parseLegacyTarget(rest);
    if (target === null) throw notFound();
    // Version 2 took a value for a separate path.
    if (version === 2 && target.kind === 'value' && target.value.includes('/')) throw notFound();
    return whenRead(agent, entry.plugin.name, () => {
      if (target.kind === 'stats' || target.kind === 'views') return jsonCache.of(entry, target.kind);
      const bytes = render(legacyPieces(agent, jsonCache, entry, target));
      return whenMade(bytes, (made) => new LegacyBody(made));
    });
  };

  const depth = depthOf(base + scopes[version].path);
  return {
    stop: jsonCache.stop,
    to(request) {
      const [name = '', ...rest] = segmentsOf(rawPath(request.raw.url), depth);
      if (name === '' || (rest.length === 1 && rest[0] === '')) throw notFound();
      return words(name, rest) ?? belowPlugin(name, rest);
    },
  };
}
