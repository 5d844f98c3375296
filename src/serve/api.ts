/** The HTTP API: a list of routes behind one gate. Listening is in `http/listen.ts`. */
import type { FastifyInstance } from 'fastify';
import type { AlertBoard } from '../core/alert.ts';
import type { Part } from '../core/parts/part.ts';
import { give, optional, type Services, servicesOf } from '../core/parts/service.ts';
import type { Plugin } from '../core/plugin.ts';
import { DEFAULT_METRICS, type MetricsSettings } from '../send/metrics/options.ts';
import type { Fleet } from '../fleet/hub/fleet.ts';
import { Body } from './bodies/body.ts';
import { createBodies } from './bodies/bodies.ts';
import { Turns } from '../core/turns.ts';
import { runName } from '../core/run-name.ts';
import type { RouteContext, ShownSettings, WebPage } from './route/context.ts';
import { handleErrors, sendRouterError } from './http/error-replies.ts';
import { createGate } from './http/gate.ts';
import { createHttpServer } from './http/http-server.ts';
import { normalizePrefix } from './http/prefix.ts';
import { type Protection, UNPROTECTED } from './http/protection.ts';
import { watchRoutes } from './http/route-table.ts';
import type { Push } from './route/push.ts';
import { createProcessDifferences } from './bodies/process-differences.ts';
import { Processes } from './route/processes.ts';
import { registerRoutes } from './route/register.ts';
import { type Described, featuresOf, type RouteList, routesFrom } from './route/route.ts';
import { PageFlags } from './route/page-flags.ts';
import { Routes } from './route/route.ts';
import { AgentParts } from './route/agent-parts.ts';
import {
  Access,
  Incident,
  Now,
  Place,
  ServedBodies,
  ServedDifferences,
  ServedRun,
  ServedTurns,
} from './route/services.ts';
import { ROUTES } from './routes/index.ts';
import { DEFAULT_STREAMS } from './routes/stream/stream-route.ts';
import { openApiDocument } from './document.ts';

/** Parts that bring routes, and what is open of them. */
export interface Features {
  readonly parts: readonly Part[];
  readonly services: Services;
}

export interface ApiSetup extends ShownSettings {
  /** Default: none. */
  features?: Features;
  /** Routes without a part. Default: all of them. */
  unconverted?: RouteList;
  agent: AgentParts;
  /** Current alerts. */
  alerts: AlertBoard;
  /** All plugins, enabled or not, sorted by name. */
  registry: readonly Plugin[];
  /** Version of the service; clients expect it to start with the API's major number. */
  version: string;
  /** Path prefix of everything served (`/pre/`); empty: none. */
  prefix: string;
  /** Most concurrent streams. */
  streams?: number;
  /** The web page; undefined: none. */
  page?: WebPage;
  /** Folder of Swagger UI for `/docs`; undefined: none. */
  swaggerFolder?: string;
  /** The watched servers; undefined: not a hub. */
  fleet?: Fleet;
  /** Settings of `/metrics`; undefined: the defaults. */
  metrics?: MetricsSettings;
  /** The agent's clock in milliseconds since the epoch; default: the system's. */
  now?: () => number;
  /** The history on disk, or why there is none. */
  archive?: RouteContext['archive'];
  /** The history of the watched servers; default: this is not a hub. */
  fleetArchive?: RouteContext['fleetArchive'];
  /** The served file; undefined: a live host. */
  incident?: NonNullable<RouteContext['incident']>;
  /** Names of this machine and its users; undefined: incidents cannot be written as files. */
  names?: NonNullable<RouteContext['names']>;
  /** Events and marks of a time range from disk; undefined: not kept. */
  pastEvents?: NonNullable<RouteContext['pastEvents']>;
  /** Browsers with notifications; undefined: not available. */
  push?: Push;
  /** Access rules; undefined: open to everybody. */
  protection?: Protection;
  /** Called for internal errors, for which the client gets 500. */
  onFault(error: unknown): void;
}

/** Most bytes of a request's body: enough for a name and a password. */
const MAX_BODY = 16 * 1024;
/** A few hundred dashboards. */
const MAX_CONNECTIONS = 500;
const MAX_PARAMETER_LENGTH = 1024;

export function createApi(setup: ApiSetup): FastifyInstance {
  const { agent } = setup;
  const { tls, trustedProxies, mayConnect, authenticator, ...rules } = setup.protection ?? UNPROTECTED;
  const gate = createGate({ ...rules, authenticator });
  const api = createHttpServer({
    bodyLimit: MAX_BODY,
    maxConnections: MAX_CONNECTIONS,
    trustedProxies,
    mayConnect,
    tls,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (error, request, reply) =>
      gate(request, reply, (refusal) => sendRouterError(refusal ?? error, request, reply)),
  });
  api.addHook('onRequest', gate);
  ignoreContentTypes(api);
  const routes = watchRoutes(api);
  handleErrors(api, routes, setup.onFault);

  const { parts = [], services: open } = setup.features ?? {};
  const run = runName();
  const turns = new Turns();
  const bodies = createBodies({ ...agent, turns, run });
  const differences = createProcessDifferences({
    store: agent.store,
    askOrigins: open?.get(optional(Processes))?.askOrigins ?? (() => () => null),
    turns,
    run,
  });
  api.addHook('onClose', async () => {
    bodies.stop();
    differences.stop();
  });

  const base = normalizePrefix(setup.prefix);
  const now = setup.now ?? Date.now;
  const own = [
    give(Access, { authenticator }),
    give(Now, now),
    give(AgentParts, agent),
    give(Place, { base, root: `${base}/api/4` }),
    give(ServedRun, { version: setup.version, run }),
    give(ServedBodies, bodies),
    give(ServedDifferences, differences),
    give(ServedTurns, turns),
  ];
  const services = servicesOf(new Map(setup.incident ? [...own, give(Incident, setup.incident)] : own), open);
  const list = [...(setup.unconverted ?? ROUTES), ...Routes.in(parts)];
  const context: RouteContext = {
    services,
    pageFlags: PageFlags.in(parts),
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
    authenticator,
    streams: setup.streams ?? DEFAULT_STREAMS,
    fleet: setup.fleet ?? null,
    archive: setup.archive ?? { off: 'this program does not keep one' },
    fleetArchive: setup.fleetArchive ?? null,
    incident: setup.incident ?? null,
    names: setup.names ?? null,
    pastEvents: setup.pastEvents ?? null,
    push: setup.push ?? null,
    page: setup.page ?? null,
    swaggerFolder: setup.swaggerFolder ?? null,
    metrics: setup.metrics ?? DEFAULT_METRICS,
    now,
    routes,
    onFault: setup.onFault,
    beforeClose: (stop) => void api.addHook('preClose', async () => stop()),
    afterClose: (stop) => void api.addHook('onClose', async () => stop()),
    describe: () => document(list, described, run),
  };
  const described = {
    plugins: agent.plugins,
    version: setup.version,
    examples: {},
    features: featuresOf(context),
  };
  registerRoutes(api, routesFrom(list, described), context);
  return api;
}

/** Loads the examples only now: few ask for the document. */
async function document(list: RouteList, described: Described, run: string): Promise<Body> {
  const { default: examples } = await import('./openapi/examples.json', { with: { type: 'json' } });
  // Relative to the document: correct with any prefix, also behind proxies that change it.
  const made = openApiDocument({ ...described, list, examples, server: { url: '.' } });
  return new Body(Buffer.from(JSON.stringify(made)), `${run}.openapi`);
}

/** Bodies are read as bytes regardless of their type: clients send empty ones as JSON. */
function ignoreContentTypes(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
