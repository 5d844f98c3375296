/** What the hub serves beside the agent's own API. */
import type { FastifyInstance } from 'fastify';
import { editRoutes } from './edit-routes.ts';
import { type FleetRoutes, listRoute } from './list-route.ts';
import { proxyRoutes } from './proxy-routes.ts';
import { serversStreamRoute, type ServersStreamSetup } from './servers-stream-route.ts';

export type FleetSetup = Omit<FleetRoutes, 'isEditable'> & Omit<ServersStreamSetup, 'url'> & { base: string };

export function fleetRoutes(api: FastifyInstance, setup: FleetSetup): void {
  const { url, authenticator } = setup;
  const own: FleetRoutes = { ...setup, isEditable: authenticator !== null };
  listRoute(api, own);
  serversStreamRoute(api, { ...setup, url: `${url}/stream` });
  editRoutes(api, own);
  proxyRoutes(api, setup);
}
