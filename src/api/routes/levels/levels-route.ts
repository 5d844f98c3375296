/** `/api/levels`: how every value is judged, beside the frozen versions of the API. */
import type { FastifyInstance } from 'fastify';
import { levelReport } from '../../../levels/report.ts';
import type { RouteContext } from '../../context.ts';
import { sendMade } from '../../http/answer.ts';

export function levelsRoute(api: FastifyInstance, { base, agent, run }: RouteContext): void {
  const { plugins, store, levels } = agent;
  const judges = new Map(
    plugins.map(({ name }) => [name, (served: unknown) => levels.judgeOf(name)(served)]),
  );
  api.get(`${base}/api/levels`, (request, reply) => {
    const sequence = plugins.reduce((sum, { name }) => sum + store.latest(name).sequence, levels.edition);
    return sendMade(request, reply, `${run}.levels.${sequence}`, () =>
      Buffer.from(JSON.stringify(levelReport(judges, (name) => store.latest(name).value))),
    );
  });
}
