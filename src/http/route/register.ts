/** Registers routes with fastify. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnmatched } from '../server/error-replies.ts';
import { optional, type Services } from '../../core/parts/service.ts';
import { keepRecent } from '../../core/recent.ts';
import { Audit } from '../../net/credentials/audit.ts';
import { rawPath } from '../server/path.ts';
import { RouteTable } from '../server/route-table.ts';
import { Authentication, Base, ForServers, ServicesForViewers } from './services.ts';
import type { Handler, Route, Scope } from './route.ts';

export function registerRoutes(api: FastifyInstance, routes: readonly Route[], services: Services): void {
  for (const route of routes) if (route.scope === undefined) register(api, route, services);
  const scopes = new Set(routes.flatMap(({ scope }) => scope ?? []));
  for (const scope of scopes)
    void api.register(
      async (below) =>
        registerScope(
          below,
          scope,
          routes.filter((route) => route.scope === scope),
          services,
        ),
      { prefix: services.get(Base) + scope.path },
    );
}

function registerScope(
  api: FastifyInstance,
  scope: Scope,
  routes: readonly Route[],
  services: Services,
): void {
  api.setErrorHandler((error) => {
    throw scope.errorOf(error);
  });
  api.setNotFoundHandler((request, reply) => answerUnmatched(request, reply, services.get(RouteTable)));
  for (const route of routes) register(api, route, services);
}

function register(api: FastifyInstance, route: Route, services: Services): void {
  const { method, path, access, hasHead, isAtRoot, mostBytes, scope, keys, isBound } = route;
  const prefix = isAtRoot ? '' : services.get(Base);
  const url = urlOf(route.at?.(services) ?? path);
  const admit = route.admit?.(services);
  const id = idOf(route);
  api.route({
    method: hasHead ? [method, 'HEAD'] : method,
    url: scope === undefined ? prefix + url : url.slice(scope.path.length),
    config: {
      access,
      ...(keys !== undefined && { keys }),
      ...(id !== undefined && { id }),
      ...(isBound && { isBound }),
    },
    ...(mostBytes !== undefined && { bodyLimit: mostBytes }),
    ...(admit !== undefined && { onRequest: async (request: FastifyRequest) => admit(request) }),
    ...auditOf(route, services),
    handler: handlerOf(route, services),
  });
}

/** Undefined for routes of several operations, or of none. */
const idOf = (route: Route): string | undefined => ('id' in route ? route.id : undefined);

/** Changes are written down before their reply is sent, refused ones too. */
function auditOf(route: Route, services: Services) {
  const { method, access, isReading, isAudited } = route;
  const audit = services.get(optional(Audit));
  const isChange = access !== 'open' && access !== 'viewer' && method !== 'GET' && isReading !== true;
  if (audit === null || !(isChange || isAudited === true)) return {};
  const action = idOf(route) ?? route.path;
  return {
    async onSend(request: FastifyRequest, reply: FastifyReply) {
      const { identity } = request;
      await audit.write({
        time: Date.now(),
        who: identity?.name ?? null,
        role: identity?.role ?? null,
        from: request.ip,
        action,
        target: rawPath(request.raw.url),
        status: reply.statusCode,
      });
    },
  };
}

/**
 * Viewers get answers that are made from other services, which hold no arguments of processes. So whatever a route does with what it
 * uses, it cannot show them.
 */
function handlerOf(route: Route, services: Services): Handler {
  if (services.get(Authentication) === null) return route.handler(services);
  const viewers = services.get(ServicesForViewers);
  if (route.access === 'open') return route.handler(viewers);
  const whole = route.handler(services);
  let cut: Handler | null = null;
  const boundHandler = keepRecent<Handler>(MOST_BOUND);
  const forServers = services.get(ForServers);
  return (request, reply) => {
    const { seesArguments = false, servers = null } = request.identity ?? {};
    if (servers === null) return (seesArguments ? whole : (cut ??= route.handler(viewers)))(request, reply);
    const key = [seesArguments, ...servers].join('\n');
    const handler = boundHandler(key, () =>
      route.handler(forServers(servers, seesArguments ? services : viewers)),
    );
    return handler(request, reply);
  };
}

/** Most handlers of bound users that are kept. */
const MOST_BOUND = 200;

/** `/servers/:id/api/*` for `/servers/{id}/api/{path*}`. */
export const urlOf = (path: string): string =>
  path.replaceAll(/\{\w+\*\}/g, '*').replaceAll(/\{(\w+)\}/g, ':$1');
