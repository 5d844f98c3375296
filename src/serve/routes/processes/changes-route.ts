/**
 * `GET /api/processes?since=…`: the process list with parents and homes, as what has changed since the last answer. For those who
 * ask again and again; the stream sends the same to those who follow it.
 */
import type { FastifyInstance } from 'fastify';
import { sendBody } from '../../http/answer.ts';
import { type RouteContext, whenRead } from '../../context.ts';
import { unknownPlugin } from '../../http/errors.ts';
import { PROCESS_LIST } from './differences.ts';

export function processChangesRoute(api: FastifyInstance, context: RouteContext): void {
  const { base, agent, differences } = context;
  const names = agent.plugins.map(({ name }) => name);
  api.get(`${base}/api/processes`, (request, reply) => {
    if (!names.includes(PROCESS_LIST)) throw unknownPlugin(PROCESS_LIST, names);
    const { since } = request.query as { since?: unknown };
    const sequence = differences.sequenceIn(typeof since === 'string' ? since : undefined);
    return whenRead(agent, PROCESS_LIST, async () => {
      const { body } = await differences.since(sequence);
      return sendBody(request, reply, body);
    });
  });
}
