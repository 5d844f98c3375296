/** `/api/pools`: pools of ZFS and btrfs, beside the frozen versions of the API. */
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context.ts';
import { sendValue } from '../../http/answer.ts';

export function poolsRoute(api: FastifyInstance, { base, agent }: RouteContext): void {
  api.get(`${base}/api/pools`, (request, reply) => sendValue(request, reply, agent.pools()));
}
