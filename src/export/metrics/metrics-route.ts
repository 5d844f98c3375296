/** `/metrics` for scrapers. */
import { text } from '../../core/shape.ts';
import { Slice } from '../../core/slice.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LatestForecasts } from '../../core/latest-forecasts.ts';
import { optional, type Resolved } from '../../core/parts/service.ts';
import type { Limits } from '../../core/served.ts';
import { RunningExporters } from './exporters.ts';
import { createMetrics } from './metrics.ts';
import { isExported, isProcesses, pointsOf } from './points.ts';
import { type ExpositionSetup, expositionPieces, formatsOf } from './exposition.ts';
import { MetricsSettings, PROFILES, type Profile } from './options.ts';
import { MEDIA_TYPES, type TextFormat } from './text.ts';
import { Body } from '../../http/body/body.ts';
import { render } from '../../http/body/render.ts';
import { OwnArchive } from '../../history/archive/own-archive.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { Closing, Now } from '../../http/route/services.ts';
import { sendBody } from '../../http/server/answer.ts';
import { EVERYTHING } from '../../http/openapi/tags.ts';
import { documentQuery, listQuery, readDeclared } from '../../http/route/query.ts';
import { defineRoute, type Route, shared } from '../../http/route/route.ts';
import { preferredType } from '../../http/server/negotiation.ts';
import { createScrapeTimes } from './scrape-times.ts';

/** Concurrent scrapes share one collection. */
const SHARED_MS = 250;

/** Long enough for most scrapes, since each turn may include slices of other work. */
const SLICE_MS = 4;

interface Shared {
  readonly at: number;
  readonly body: Promise<Body>;
  isMade: boolean;
}

const uses = {
  agent: AgentParts,
  archive: optional(OwnArchive),
  closing: Closing,
  exports: optional(RunningExporters),
  forecasts: optional(LatestForecasts),
  metrics: MetricsSettings,
  now: Now,
} as const;
type Given = Resolved<typeof uses>;

/** Sends the metrics of these profiles; concurrent requests share one collection. */
const answerOf = shared(
  ({ agent }: Given) => agent,
  (given) => {
    const { agent } = given;
    // Most agents are never scraped.
    let made: ExpositionSetup | null = null;
    const setup = (): ExpositionSetup => (made ??= expositionOf(given));
    const shared = new Map<string, Shared>();
    const times = createScrapeTimes(() => agent.sampler.refreshIdle(setup().metrics.resting));
    given.closing.after(() => {
      times.stop();
      made?.metrics.stop();
    });

    const readNode = async (): Promise<readonly string[]> => (await given.metrics.node?.()) ?? [];
    const make = async (profiles: readonly Profile[], format: TextFormat): Promise<Body> => {
      const node = profiles.includes('node') ? await readNode() : [];
      const bytes = render(
        expositionPieces(setup(), { profiles, format, node }),
        new Slice({ ms: SLICE_MS, isShort: true }),
      );
      return new Body(await bytes, null, MEDIA_TYPES[format]);
    };

    return async (request: FastifyRequest, reply: FastifyReply, profiles: readonly Profile[]) => {
      const format = formatFor(request, profiles);
      const key = `${profiles.join()} ${format}`;
      const now = performance.now();
      let found = shared.get(key);
      if (found === undefined || (found.isMade && now - found.at > SHARED_MS)) {
        const started: Shared = { at: now, body: make(profiles, format), isMade: false };
        const end = (): void => void (started.isMade = true);
        started.body.then(end, end);
        shared.set(key, (found = started));
        // The profile node reads the kernel, not plugins.
        if (profiles.some((profile) => profile !== 'node')) times.scraped(now);
      }
      return sendBody(request, reply.header('vary', 'Accept'), await found.body);
    };
  },
);

const DESCRIPTION = `For Prometheus and compatible scrapers. Names, units and types follow from the declarations of the
fields: base units, counters end in \`_total\`. Processes are grouped by program.

Text format 0.0.4, or OpenMetrics 1.0.0 for clients that accept it and request the profile \`gander\` alone.`;

const QUERY = {
  profile: listQuery('Profile of metric names; may be repeated. Default: as in [metrics].', {
    isCommaSeparated: true,
    choices: PROFILES,
  }),
};

const EXAMPLE = `# HELP gander_load_min1 Mean length of the run queue over one minute.
# TYPE gander_load_min1 gauge
gander_load_min1 0.42
`;

const ABOUT = {
  tag: EVERYTHING,
  answer: text(),
  says: 'All metrics of the profiles.',
  example: EXAMPLE,
  type: 'text/plain',
};

const ofProfile = (profile: Profile, id: string, summary: string): Route =>
  defineRoute({
    path: `/metrics/${profile}`,
    access: 'viewer',
    keys: 'metrics',
    hasHead: true,
    ...ABOUT,
    id,
    summary,
    uses,
    handler(given) {
      const answer = answerOf(given);
      return (request, reply) => answer(request, reply, [profile]);
    },
  });

export const metricsRoutes = [
  defineRoute({
    path: '/metrics',
    access: 'viewer',
    keys: 'metrics',
    hasHead: true,
    ...ABOUT,
    id: 'getMetrics',
    summary: 'All values as metrics',
    description: DESCRIPTION,
    parameters: documentQuery(QUERY),
    refusals: { '400': 'BadQuery' },
    uses,
    handler(given) {
      const { profiles: usual } = given.metrics.options;
      const answer = answerOf(given);
      return (request, reply) => {
        const { profile } = readDeclared(QUERY, request.query, 0);
        return answer(request, reply, profile.length > 0 ? profile : usual);
      };
    },
  }),
  ofProfile('gander', 'getGanderMetrics', 'Metrics of the profile gander'),
  ofProfile('node', 'getNodeMetrics', 'Metrics under the names of node_exporter'),
  ofProfile('glances', 'getGlancesMetrics', 'Metrics of the profile glances'),
];

function expositionOf({
  agent,
  archive,
  exports,
  forecasts,
  metrics: { options, glances, cpuTimes },
  now,
}: Given): ExpositionSetup {
  const { plugins, store, levels, sampler } = agent;
  const shown = plugins.filter((plugin) => isExported(plugin) && !isProcesses(plugin.name));
  const limitsOf = (plugin: string): Limits | null => (glances.limits ? levels.limitsOf(plugin) : null);
  return {
    metrics: createMetrics({
      plugins,
      store,
      states: () => sampler.states(),
      cpuTimes,
      exporters: () => exports?.states() ?? [],
      events: agent.events?.lasting,
      forecasts: () => forecasts?.().forecasts ?? [],
      archive,
      options,
      now,
    }),
    glances,
    points: () =>
      shown.flatMap((plugin) => pointsOf(plugin, store.latest(plugin.name).value, limitsOf(plugin.name))),
  };
}

function formatFor({ headers }: FastifyRequest, profiles: readonly Profile[]): TextFormat {
  const formats = formatsOf(profiles).map((format) => {
    const [type = '', version = ''] = MEDIA_TYPES[format].split('; ');
    return [format, type, version.replace('version=', '')] as const;
  });
  return preferredType(headers.accept, formats) ?? 'text';
}
