/** The routes of a hub beside the agent's own API. */
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context.ts';
import { editRoutes } from './edit-routes.ts';
import { listRoute } from './list-route.ts';
import { pastRoute } from './past-route.ts';
import { proxyRoutes } from './proxy-routes.ts';
import { serversStreamRoute } from './servers-stream-route.ts';

/** None without a fleet. */
export function fleetRoutes(api: FastifyInstance, context: RouteContext): void {
  const { fleet } = context;
  if (fleet === null) return;
  for (const routes of [listRoute, serversStreamRoute, editRoutes, pastRoute, proxyRoutes])
    routes(api, { ...context, fleet });
}
