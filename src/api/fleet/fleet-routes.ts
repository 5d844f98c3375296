/** What the hub serves beside the agent's own API. */
import type { FastifyInstance } from 'fastify';
import { type FleetRoutes, listRoute } from './list-route.ts';

export function fleetRoutes(api: FastifyInstance, setup: FleetRoutes): void {
  listRoute(api, setup);
}
