/** `GET /api/processes?since=…`: the process list with parents and homes, as what has changed since the last answer. */
import type { FastifyInstance } from 'fastify';
import { sendBody } from '../../http/answer.ts';
import { Body } from '../../bodies/body.ts';
import { type Pieces, render } from '../../bodies/render.ts';
import { type RouteContext, whenRead } from '../../context.ts';
import { unknownPlugin } from '../../http/errors.ts';
import { createProcessChanges, type ProcessDifference } from './process-changes.ts';

const LIST = 'processlist';

export function processChangesRoute(api: FastifyInstance, context: RouteContext): void {
  const { base, agent, processes, run, turns } = context;
  const names = agent.plugins.map(({ name }) => name);
  const changes = createProcessChanges();
  api.get(`${base}/api/processes`, (request, reply) => {
    if (!names.includes(LIST)) throw unknownPlugin(LIST, names);
    const since = sequenceIn((request.query as { since?: unknown }).since, run);
    return whenRead(agent, LIST, async () => {
      const difference = changes.between(since, agent.store.latest(LIST), processes.askOrigins());
      const bytes = await render(pieces(run, difference), turns.begin());
      return sendBody(request, reply, new Body(bytes, null));
    });
  });
}

/** -1 for positions of another run, and for what is none. */
function sequenceIn(position: unknown, run: string): number {
  const [of, digits = ''] = String(position ?? '').split('.', 2);
  return of === run && /^\d{1,15}$/.test(digits) ? Number(digits) : -1;
}

/** A row at a time, so that long lists are made in slices. */
function* pieces(run: string, { sequence, isWhole, rows, gone }: ProcessDifference): Pieces {
  yield `{"position":${JSON.stringify(`${run}.${sequence}`)},"whole":${isWhole},"gone":${JSON.stringify(gone)},"rows":[`;
  let separator = '';
  for (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',';
  }
  yield ']}';
}
