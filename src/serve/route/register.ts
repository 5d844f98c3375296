/** Registers routes with fastify. */
import type { FastifyInstance } from 'fastify';
import { OPEN, refuseKeys } from '../http/access.ts';
import { answerUnmatched } from '../http/error-replies.ts';
import type { RouteContext } from './context.ts';
import type { Route, Scope } from './route.ts';

export function registerRoutes(api: FastifyInstance, routes: readonly Route[], context: RouteContext): void {
  for (const route of routes) if (route.scope === undefined) register(api, route, context);
  const scopes = new Set(routes.flatMap(({ scope }) => scope ?? []));
  for (const scope of scopes)
    void api.register(
      async (below) =>
        registerScope(
          below,
          scope,
          routes.filter((route) => route.scope === scope),
          context,
        ),
      { prefix: context.base + scope.path },
    );
}

function registerScope(
  api: FastifyInstance,
  scope: Scope,
  routes: readonly Route[],
  context: RouteContext,
): void {
  api.setErrorHandler((error) => {
    throw scope.errorOf(error);
  });
  api.setNotFoundHandler((request, reply) => answerUnmatched(request, reply, context.routes));
  for (const route of routes) register(api, route, context);
}

function register(api: FastifyInstance, route: Route, context: RouteContext): void {
  const { method, path, access, hasHead, isAtRoot, scope } = route;
  const { authenticator } = context;
  const prefix = isAtRoot ? '' : context.base;
  const url = urlOf(path);
  api.route({
    method: hasHead ? [method, 'HEAD'] : method,
    url: scope === undefined ? prefix + url : url.slice(scope.path.length),
    ...(access === 'open' && OPEN),
    ...(access === 'full' &&
      method === 'GET' &&
      authenticator !== null && { onRequest: refuseKeys(authenticator) }),
    handler: route.handler(context),
  });
}

/** `/servers/:id/api/*` for `/servers/{id}/api/{path*}`. */
export const urlOf = (path: string): string =>
  path.replaceAll(/\{\w+\*\}/g, '*').replaceAll(/\{(\w+)\}/g, ':$1');
