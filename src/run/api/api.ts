/** The HTTP API: a list of routes behind one gate. Listening is in `http/listen.ts`. */
import type { FastifyInstance } from 'fastify';
import type { Part } from '../../core/parts/part.ts';
import {
  Absent,
  type Given,
  give,
  off,
  optional,
  type Services,
  servicesOf,
} from '../../core/parts/service.ts';
import { runName } from '../../core/run-name.ts';
import { OwnArchive } from '../../history/archive/own-archive.ts';
import { DEFAULT_METRICS, MetricsSettings } from '../../export/metrics/options.ts';
import { Body } from '../../http/body/body.ts';
import { createJsonCache, ServedJsonCache } from '../../api/json-cache/json-cache.ts';
import { Accounts } from '../../net/credentials/accounts.ts';
import { Audit } from '../../net/credentials/audit.ts';
import { servicesForViewers } from '../../api/viewers/viewers-services.ts';
import { createProcessDifferences, ServedDifferences } from '../../api/json-cache/process-differences.ts';
import { openApiDocument } from './document.ts';
import { handleErrors, sendRouterError } from '../../http/server/error-replies.ts';
import { createGate } from '../../http/server/gate.ts';
import { createHttpServer } from '../../http/server/http-server.ts';
import { servicesForServers } from '../../fleet/hub/restricted.ts';
import { normalizePrefix } from '../../http/server/prefix.ts';
import { type Protection, UNPROTECTED } from '../../http/server/protection.ts';
import { RouteTable, watchRoutes } from '../../http/server/route-table.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { flagsOf, PageFlags } from '../../http/route/page-flags.ts';
import { Processes } from '../../api/processes/processes.ts';
import { registerRoutes } from '../../http/route/register.ts';
import { type Described, type RouteList, Routes, routesFrom } from '../../http/route/route.ts';
import {
  Access,
  ApiDocument,
  Closing,
  Faults,
  ForServers,
  Login,
  Now,
  Place,
  Prefix,
  ServedRun,
  ServicesForViewers,
  StreamLimit,
  SwaggerFolder,
} from '../../http/route/services.ts';
import { FleetPage, HostPage, PageFlagsSet, WebPage } from '../../api/page/web-page.ts';

export interface ApiSetup {
  /** Parts that bring routes and flags of the page. */
  readonly parts: readonly Part[];
  /** Services of the routes, besides those that the API makes itself; {@link AgentParts} and {@link Faults} are required. */
  readonly services: Services;
  /** Version of the service; clients expect it to start with the API's major number. */
  readonly version: string;
  /** Path prefix of everything served (`/pre/`); empty: none. */
  readonly prefix: string;
  /** Access rules; undefined: open to everybody. */
  readonly protection?: Protection;
}

/** Most bytes of a request's body: enough for a name and a password. */
const MAX_BODY = 16 * 1024;
/** A few hundred dashboards. */
const MAX_CONNECTIONS = 500;
const MAX_PARAMETER_LENGTH = 1024;

/** Services that a mode may leave out. */
const DEFAULTS: readonly Given[] = [
  give(MetricsSettings, DEFAULT_METRICS),
  give(Now, Date.now),
  give(OwnArchive, off('this program does not keep one')),
  give(StreamLimit, 100),
  give(SwaggerFolder, null),
];

export function createApi(setup: ApiSetup): FastifyInstance {
  const { parts } = setup;
  const { tls, trustedProxies, mayConnect, authenticator, audit, accounts, ...rules } =
    setup.protection ?? UNPROTECTED;
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
  const given = withDefaults(setup.services);
  const table = watchRoutes(api);
  handleErrors(api, table, given.get(Faults));

  const agent = given.get(AgentParts);
  const run = runName();
  const jsonCache = createJsonCache({ ...agent, run });
  const differences = createProcessDifferences({
    store: agent.store,
    askOrigins: given.get(optional(Processes))?.askOrigins ?? (() => () => null),
    run,
  });
  const before: (() => void)[] = [];
  const after = [jsonCache.stop, differences.stop];
  const stopAll = (stops: readonly (() => void)[]) => async () => stops.forEach((stop) => stop());
  api.addHook('preClose', stopAll(before));
  api.addHook('onClose', stopAll(after));

  const base = normalizePrefix(setup.prefix);
  const page = given.get(optional(WebPage));
  const noPage = off('--disable-webui');
  const list = Routes.in(parts);
  const own = new Map([
    give(Access, { authenticator }),
    give(Accounts, accounts ?? off('no login is required')),
    give(Audit, audit ?? off('no login is required')),
    give(Login, authenticator ?? off('no password is set')),
    give(Place, { base, root: `${base}/api/4` }),
    give(Prefix, base === '' ? off('there is none') : base),
    give(ServedRun, { version: setup.version, run }),
    give(ServedJsonCache, jsonCache),
    give(ServedDifferences, differences),
    give(ForServers, servicesForServers()),
    give(RouteTable, table),
    give(Closing, {
      before: (stop) => void before.push(stop),
      after: (stop) => void after.push(stop),
    }),
    give(HostPage, page === null || page.hasHost === false ? noPage : page),
    give(FleetPage, page?.hasFleet === true ? page : noPage),
    give(ApiDocument, () => document(list, described, run)),
  ]);
  const services = servicesOf(own, given);
  const viewers = servicesForViewers(services);
  after.push(viewers.stop);
  own.set(...give(ServicesForViewers, viewers.services));
  own.set(...give(PageFlagsSet, flagsOf(PageFlags.in(parts), services)));
  const described: Described = {
    plugins: agent.plugins,
    version: setup.version,
    examples: {},
    served: { access: authenticator === null ? 'open' : 'protected', services },
  };
  registerRoutes(api, routesFrom(list, described), services);
  return api;
}

function withDefaults(services: Services): Services {
  const isAbsent = ([key]: Given): boolean =>
    services.lackOf({ key, name: '', absent: 'refuse' }) instanceof Absent;
  return servicesOf(new Map(DEFAULTS.filter(isAbsent)), services);
}

/** Loads the examples only now: few ask for the document. */
async function document(list: RouteList, described: Described, run: string): Promise<Body> {
  const { default: examples } = await import('../../http/openapi/examples.json', { with: { type: 'json' } });
  // Relative to the document: correct with any prefix, also behind proxies that change it.
  const made = openApiDocument({ ...described, list, examples, server: { url: '.' } });
  return new Body(Buffer.from(JSON.stringify(made)), `${run}.openapi`);
}

/** Bodies are read as bytes regardless of their type: clients send empty ones as JSON. */
function ignoreContentTypes(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
