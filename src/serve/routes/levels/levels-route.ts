/** `/api/levels`: how every value is judged, beside the frozen versions of the API. */
import type { FastifyInstance } from 'fastify';
import { levelPieces } from '../../bodies/pieces.ts';
import { render } from '../../bodies/render.ts';
import type { RouteContext } from '../../context.ts';
import { sendMade } from '../../http/answer.ts';

export function levelsRoute(api: FastifyInstance, { base, agent, run, turns }: RouteContext): void {
  const { plugins, store, levels } = agent;
  api.get(`${base}/api/levels`, (request, reply) => {
    const sequence = plugins.reduce((sum, { name }) => sum + store.latest(name).sequence, levels.edition);
    const judged = plugins.map(({ name }) => [name, levels.judgeOf(name), store.latest(name).value] as const);
    return sendMade(request, reply, `${run}.levels.${sequence}`, () =>
      render(levelPieces(judged), turns.begin()),
    );
  });
}
