/** The HTTP API: a list of routes behind one gate. It does not listen; `http/listen.ts` does. */
import type { FastifyInstance } from 'fastify';
import type { AlertBoard } from '../core/alert.ts';
import { type Forecasts, NO_FORECASTS } from '../core/forecast.ts';
import type { Plugin } from '../core/plugin.ts';
import { DEFAULT_METRICS, type MetricsSettings } from '../send/metrics/options.ts';
import type { Fleet } from '../fleet/hub/fleet.ts';
import { Body } from './bodies/body.ts';
import { createBodies } from './bodies/bodies.ts';
import { Turns } from '../core/turns.ts';
import type { Beats } from '../measure/beats/beats.ts';
import type { HeartbeatState } from '../send/deliver/heartbeat.ts';
import { runName } from '../core/run-name.ts';
import type {
  AgentParts,
  Processes,
  RouteContext,
  ShownExports,
  ShownSettings,
  WebPage,
} from './route/context.ts';
import { handleErrors, sendRouterError } from './http/error-replies.ts';
import { createGate } from './http/gate.ts';
import { createHttpServer } from './http/http-server.ts';
import { normalizePrefix } from './http/prefix.ts';
import { type Protection, UNPROTECTED } from './http/protection.ts';
import { watchRoutes } from './http/route-table.ts';
import type { Silences } from '../judge/events/silences.ts';
import type { Push } from './route/push.ts';
import type { Boards } from './route/boards.ts';
import type { Rules } from './route/rules.ts';
import type { Notes } from '../keep/archive/events/notes.ts';
import { createProcessDifferences } from './bodies/process-differences.ts';
import { registerRoutes } from './route/register.ts';
import { type Described, featuresOf, routesFrom } from './route/route.ts';
import { ROUTES } from './routes/index.ts';
import { DEFAULT_STREAMS } from './routes/stream/stream-route.ts';
import { openApiDocument } from './document.ts';

export interface ApiSetup extends ShownSettings {
  agent: AgentParts;
  /** The alerts that stand now. */
  alerts: AlertBoard;
  /** All plugins there are, enabled or not, sorted by name. */
  registry: readonly Plugin[];
  /** Of the service; clients expect it to begin with the major number of the API. */
  version: string;
  /** Path that everything is served below (`/pre/`); empty for none. */
  prefix: string;
  extended: Processes;
  /** Streams at a time. */
  streams?: number;
  /** The web page; undefined: there is none. */
  page?: WebPage;
  /** Holds the files of Swagger UI, for `/docs`; undefined: there are none. */
  swaggerFolder?: string;
  /** The servers that this one watches; undefined: it is no hub. */
  fleet?: Fleet;
  /** The exporters that run; undefined: none. */
  exports?: ShownExports;
  /** Settings of `/metrics`; undefined: the defaults. */
  metrics?: MetricsSettings;
  /** Milliseconds since the epoch, on the clock of the agent; default: the system's. */
  now?: () => number;
  /** The history on disk, or why there is none. */
  archive?: RouteContext['archive'];
  /** The history of the watched servers; default: this is not a hub. */
  fleetArchive?: RouteContext['fleetArchive'];
  /** What is served in place of a machine; undefined: a machine is. */
  incident?: NonNullable<RouteContext['incident']>;
  /** Names of this machine and its people; undefined: incidents cannot be written as files. */
  names?: NonNullable<RouteContext['names']>;
  /** When something will be full; undefined: nothing is predicted. */
  forecasts?: RouteContext['forecasts'];
  /** Events and marks of a range of time, from disk; undefined: none are kept. */
  pastEvents?: NonNullable<RouteContext['pastEvents']>;
  /** Silenced alerts; undefined: none can be. */
  silences?: Silences;
  rules?: Rules;
  boards?: Boards;
  /** Browsers that get notifications; undefined: none can. */
  push?: Push;
  /** Notes on the time line; undefined: none can be kept. */
  notes?: Notes;
  /** Log lines of a time, or why none are read; undefined: there can be none. */
  logs?: NonNullable<RouteContext['logs']>;
  /** Calls of other programs; undefined: none can be kept. */
  beats?: Beats;
  /** Told of a hub that polls: its address, and how it takes goodbyes. */
  onHub?: (address: string, goodbye: unknown) => void;
  /** State of the calls of `[heartbeat]`; undefined: there are none. */
  heartbeat?: () => HeartbeatState;
  /** As `RouteContext.journalObstacle`. */
  journalObstacle?: () => string | null;
  /** Access rules; undefined: open to everybody. */
  protection?: Protection;
  /** Told of errors that are the program's own fault; the client gets 500. */
  onFault(error: unknown): void;
}

/** Bytes of a request's body; the API takes none larger than a name and a password. */
const MAX_BODY = 16 * 1024;
/** A few hundred dashboards. */
const MAX_CONNECTIONS = 500;
const MAX_PARAMETER_LENGTH = 1024;

const NOTHING_PREDICTED: Forecasts = { ...NO_FORECASTS, missing: ['This program keeps no history.'] };

export function createApi(setup: ApiSetup): FastifyInstance {
  const { agent } = setup;
  const { tls, trustedProxies, authenticator, ...rules } = setup.protection ?? UNPROTECTED;
  const gate = createGate({ ...rules, authenticator });
  const api = createHttpServer({
    bodyLimit: MAX_BODY,
    maxConnections: MAX_CONNECTIONS,
    trustedProxies,
    tls,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (error, request, reply) =>
      gate(request, reply, (refusal) => sendRouterError(refusal ?? error, request, reply)),
  });
  api.addHook('onRequest', gate);
  ignoreContentTypes(api);
  const routes = watchRoutes(api);
  handleErrors(api, routes, setup.onFault);

  const run = runName();
  const turns = new Turns();
  const bodies = createBodies({ ...agent, turns, run });
  const differences = createProcessDifferences({
    store: agent.store,
    askOrigins: setup.extended.askOrigins,
    turns,
    run,
  });
  api.addHook('onClose', async () => {
    bodies.stop();
    differences.stop();
  });

  const base = normalizePrefix(setup.prefix);
  const context: RouteContext = {
    base,
    root: `${base}/api/4`,
    version: setup.version,
    run,
    agent,
    alerts: setup.alerts,
    registry: setup.registry,
    bodies,
    turns,
    settings: setup,
    processes: setup.extended,
    differences,
    authenticator,
    streams: setup.streams ?? DEFAULT_STREAMS,
    fleet: setup.fleet ?? null,
    archive: setup.archive ?? { off: 'this program does not keep one' },
    fleetArchive: setup.fleetArchive ?? null,
    incident: setup.incident ?? null,
    names: setup.names ?? null,
    forecasts: setup.forecasts ?? (() => NOTHING_PREDICTED),
    pastEvents: setup.pastEvents ?? null,
    silences: setup.silences ?? null,
    rules: setup.rules ?? null,
    boards: setup.boards ?? null,
    push: setup.push ?? null,
    notes: setup.notes ?? null,
    logs: setup.logs ?? null,
    beats: setup.beats ?? null,
    heartbeat: setup.heartbeat ?? null,
    onHub: setup.onHub ?? (() => {}),
    journalObstacle: setup.journalObstacle ?? (() => null),
    page: setup.page ?? null,
    swaggerFolder: setup.swaggerFolder ?? null,
    metrics: setup.metrics ?? DEFAULT_METRICS,
    exports: setup.exports ?? null,
    now: setup.now ?? Date.now,
    routes,
    onFault: setup.onFault,
    beforeClose: (stop) => void api.addHook('preClose', async () => stop()),
    afterClose: (stop) => void api.addHook('onClose', async () => stop()),
    describe: () => document(described, run),
  };
  const described = {
    plugins: agent.plugins,
    version: setup.version,
    examples: {},
    features: featuresOf(context),
  };
  registerRoutes(api, routesFrom(ROUTES, described), context);
  return api;
}

/** Loads the examples only now: few ask for the document. */
async function document(described: Described, run: string): Promise<Body> {
  const { default: examples } = await import('./openapi/examples.json', { with: { type: 'json' } });
  // Relative to the document: right below any prefix, and behind proxies that add or take away one.
  const made = openApiDocument({ ...described, examples, server: { url: '.' } });
  return new Body(Buffer.from(JSON.stringify(made)), `${run}.openapi`);
}

/** Bodies are taken as bytes whatever their type says: clients send empty ones as JSON. */
function ignoreContentTypes(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
