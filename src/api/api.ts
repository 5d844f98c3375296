/** The HTTP API: composes the routes. It does not listen; `listen.ts` does. */
import type { FastifyInstance } from 'fastify';
import type { Plugin } from '../core/plugin.ts';
import { allRoutes } from './routes/all/all-routes.ts';
import { sendValue } from './http/answer.ts';
import { createBodies } from './bodies/bodies.ts';
import type { AgentParts, Processes, RouteContext } from './context.ts';
import { docsRoutes } from './routes/docs/docs-routes.ts';
import { answerUnmatched, handleErrors, sendRouterError } from './http/error-replies.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { eventRoutes } from './routes/events/event-routes.ts';
import { historyRoute } from './routes/history/history-route.ts';
import { createHttpServer } from './http/http-server.ts';
import { fleetRoutes } from './routes/servers/fleet-routes.ts';
import { serverslistRoute } from './routes/servers-list/serverslist-route.ts';
import { legacyRoutes } from './routes/legacy/routes.ts';
import { pageRoutes, type PageSetup } from './routes/page/page-routes.ts';
import { pluginRoutes } from './routes/plugins/plugin-routes.ts';
import { createGate } from './http/gate.ts';
import { normalizePrefix } from './http/prefix.ts';
import { processRoutes } from './routes/processes/process-routes.ts';
import { type Protection, UNPROTECTED } from './http/protection.ts';
import { rootRoutes } from './routes/page/root-routes.ts';
import { watchRoutes } from './http/route-table.ts';
import { pluginStateRoutes, serviceRoutes } from './routes/service/service-routes.ts';
import { settingsRoutes, type ShownSettings } from './routes/settings/settings-routes.ts';
import { DEFAULT_STREAMS, streamRoute } from './routes/stream/stream-route.ts';
import { tokenRoute } from './routes/token/token-route.ts';
import { Turns } from '../core/turns.ts';
import { valuesRoute } from './routes/values/values-route.ts';

export interface ApiSetup extends ShownSettings {
  agent: AgentParts;
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
  page?: Pick<PageSetup, 'folder' | 'refresh' | 'defaults' | 'hasHost' | 'hasFleet'>;
  /** The servers that this one watches; undefined: it is no hub. */
  fleet?: Fleet;
  /** Who may ask, and how; undefined: everybody. */
  protection?: Protection;
  /** Told of errors that are the program's own fault; the client gets 500. */
  onFault(error: unknown): void;
}

/** Bytes of a request's body; the API takes none larger than a name and a password. */
const MAX_BODY = 16 * 1024;
/** A few hundred dashboards; beyond, connections are closed at once. */
const MAX_CONNECTIONS = 500;
const MAX_PARAMETER_LENGTH = 1024;

export function createApi(setup: ApiSetup): FastifyInstance {
  const { agent } = setup;
  const base = normalizePrefix(setup.prefix);
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

  const bootId = crypto.randomUUID().slice(0, 8);
  const turns = new Turns();
  const { plugins, store, limits } = agent;
  const bodies = createBodies({ plugins, store, limits, turns, bootId });
  api.addHook('onClose', async () => bodies.stop());

  const context: RouteContext = { root: `${base}/api/4`, agent, bodies, turns, bootId };
  serviceRoutes(api, context, setup.version);
  serverslistRoute(api, `${context.root}/serverslist`, setup.fleet, turns);
  if (authenticator !== null) tokenRoute(api, context.root, authenticator);
  allRoutes(api, context);
  settingsRoutes(api, context.root, setup);
  processRoutes(api, context, setup.extended);
  eventRoutes(api, context);
  pluginRoutes(api, context);
  legacyRoutes(api, context, {
    base,
    registry: setup.registry,
    settings: setup,
    onUnmatched: (request, reply) => answerUnmatched(request, reply, routes),
  });
  pluginStateRoutes(api, `${base}/api/plugins`, agent, setup.registry);
  api.get(`${base}/api/pools`, (request, reply) => sendValue(request, reply, agent.pools()));
  historyRoute(api, `${base}/api/history`, context);
  streamRoute(api, context, {
    url: `${base}/api/stream`,
    version: setup.version,
    most: setup.streams ?? DEFAULT_STREAMS,
    authenticator,
    onFault: setup.onFault,
  });
  valuesRoute(api, `${base}/api/values`, context, setup.version);
  if (setup.fleet !== undefined)
    fleetRoutes(api, {
      fleet: setup.fleet,
      run: bootId,
      turns,
      base,
      url: `${base}/api/servers`,
      version: setup.version,
      most: setup.streams ?? DEFAULT_STREAMS,
      authenticator,
    });
  const access = authenticator === null ? 'open' : 'protected';
  const isHub = setup.fleet !== undefined;
  docsRoutes(api, { base, plugins, version: setup.version, bootId, access, isHub });
  const { page } = setup;
  if (page !== undefined) pageRoutes(api, { base, version: setup.version, run: bootId, access, ...page });
  rootRoutes(api, base, page !== undefined && page.hasHost !== false);
  return api;
}

/** Bodies are taken as bytes whatever their type says: clients send empty ones as JSON. */
function ignoreContentTypes(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
