/** Registers routes with fastify. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OPEN, READING, refuseKeys } from '../server/access.ts';
import { answerUnmatched } from '../server/error-replies.ts';
import type { Services } from '../../core/parts/service.ts';
import { RouteTable } from '../server/route-table.ts';
import { Authentication, Base } from './services.ts';
import type { Route, Scope } from './route.ts';

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
  const { method, path, access, hasHead, isAtRoot, isReading, mostBytes, scope } = route;
  const authenticator = services.get(Authentication);
  const prefix = isAtRoot ? '' : services.get(Base);
  const url = urlOf(route.at?.(services) ?? path);
  const admit = route.admit?.(services);
  const checks = [
    ...(access === 'full' && method === 'GET' && authenticator !== null ? [refuseKeys(authenticator)] : []),
    ...(admit === undefined ? [] : [async (request: FastifyRequest) => admit(request)]),
  ];
  api.route({
    method: hasHead ? [method, 'HEAD'] : method,
    url: scope === undefined ? prefix + url : url.slice(scope.path.length),
    ...(access === 'open' && OPEN),
    ...(isReading && READING),
    ...(mostBytes !== undefined && { bodyLimit: mostBytes }),
    ...(checks.length > 0 && { onRequest: checks }),
    handler: route.handler(services),
  });
}

/** `/servers/:id/api/*` for `/servers/{id}/api/{path*}`. */
export const urlOf = (path: string): string =>
  path.replaceAll(/\{\w+\*\}/g, '*').replaceAll(/\{(\w+)\}/g, ':$1');
