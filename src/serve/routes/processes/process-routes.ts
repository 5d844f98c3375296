/** `/processes/…`: single processes, and the one that is looked at closely. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendValue } from '../../http/answer.ts';
import { type RouteContext, whenRead } from '../../context.ts';
import { unknownProcess } from '../../http/errors.ts';
import { parseCount } from '../../http/params.ts';

const LIST = 'processlist';

const pidIn = ({ params }: FastifyRequest): number => parseCount('pid', (params as { pid: string }).pid);

export function processRoutes(api: FastifyInstance, { root, agent, processes }: RouteContext): void {
  api.get(`${root}/processes/:pid`, (request, reply) => {
    const pid = pidIn(request);
    return whenRead(agent, LIST, () => {
      const found = processes.process(pid);
      if (found === null) throw unknownProcess(pid);
      return sendValue(request, reply, found);
    });
  });
  api.get(`${root}/processes/extended`, (request, reply) =>
    whenRead(agent, LIST, () => sendValue(request, reply, processes.current() ?? {})),
  );
  api.post(`${root}/processes/extended/:pid`, (request, reply) => {
    const pid = pidIn(request);
    return whenRead(agent, LIST, () => {
      if (!processes.select(pid)) throw unknownProcess(pid);
      return sendValue(request, reply, true);
    });
  });
  api.post(`${root}/processes/extended/disable`, (request, reply) => {
    processes.clear();
    return sendValue(request, reply, true);
  });
}
