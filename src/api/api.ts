/** The HTTP API: composes the routes. It does not listen; `listen.ts` does. */
import type { FastifyInstance } from 'fastify';
import type { Plugin } from '../core/plugin.ts';
import { allRoutes } from './all-routes.ts';
import { sendValue } from './answer.ts';
import { createBodies } from './bodies.ts';
import type { AgentParts, Processes, RouteContext } from './context.ts';
import { docsRoutes } from './docs-routes.ts';
import { answerUnmatched, handleErrors, sendRouterError } from './error-replies.ts';
import type { Fleet } from '../browser/fleet.ts';
import { eventRoutes } from './event-routes.ts';
import { historyRoute } from './history-route.ts';
import { createHttpServer } from './http-server.ts';
import { fleetRoutes } from './fleet/fleet-routes.ts';
import { serverslistRoute } from './fleet/serverslist-route.ts';
import { legacyRoutes } from './legacy/routes.ts';
import { pageRoutes, type PageSetup } from './page-routes.ts';
import { pluginRoutes } from './plugin-routes.ts';
import { createGate } from './gate.ts';
import { normalizePrefix } from './prefix.ts';
import { processRoutes } from './process-routes.ts';
import { type Protection, UNPROTECTED } from './protection.ts';
import { rootRoutes } from './root-routes.ts';
import { watchRoutes } from './route-table.ts';
import { pluginStateRoutes, serviceRoutes } from './service-routes.ts';
import { settingsRoutes, type ShownSettings } from './settings-routes.ts';
import { DEFAULT_STREAMS, streamRoute } from './stream/stream-route.ts';
import { tokenRoute } from './token-route.ts';
import { Turns } from './turns.ts';
import { valuesRoute } from './values-route.ts';

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
