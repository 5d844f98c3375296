/** Single processes, and the process list as differences. */
import { definePart } from '../../core/parts/part.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { Processes } from './processes.ts';
import { Routes, defineRoute } from '../../http/route/route.ts';
import { processControl } from './process-control.ts';
import { processRoutes } from './process-routes.ts';
import { PROCESS_LIST, ServedDifferences } from '../json-cache/process-differences.ts';
import { sendBody } from '../../http/server/answer.ts';
import { unknownPlugin } from '../../http/server/errors.ts';
import { closed, flag, integer, listOf, loose, number, orNull, text } from '../../core/shape.ts';
import { PROCESSES } from '../../http/openapi/tags.ts';
import { AgentParts, whenRead } from '../../http/route/agent-parts.ts';
import { documentQuery, readQuery, textQuery } from '../../http/route/query.ts';

const ORIGIN = {
  ppid: integer('Pid of the parent; 0: none.'),
  create_time: orNull(
    number('Start time in seconds since 1970; null where the boot time is unknown.', { 'x-unit': 'second' }),
  ),
  unit: orNull(text('Its systemd unit; null: none; missing until it has been read.')),
  container: orNull(
    text(
      'Id of its container, or the name where the engine uses that; null: none; missing until it has been read.',
    ),
  ),
};

const CHANGES = closed('Changes since `since`.', {
  position: text('Value of `since` for the next request.'),
  whole: flag('`rows` has all processes, since `since` is unknown or expired.'),
  gone: listOf(integer(), { description: 'Pids of processes that have ended.' }),
  rows: listOf(loose(ORIGIN), {
    description: 'New and changed processes: entries of the process list with these additional members.',
  }),
});

const QUERY = { since: textQuery('`position` of the last answer; default: all processes.') };

const processChangesRoute = defineRoute({
  path: '/api/processes',
  access: 'viewer',
  uses: { agent: AgentParts, differences: ServedDifferences },
  id: 'getProcessChanges',
  tag: PROCESSES,
  summary: 'The process list as differences, with parents and units',
  description:
    'For clients that poll; `/api/stream` sends the same as events. A process that is not in the answer has not changed, apart from ' +
    '`time_since_update`.',
  parameters: documentQuery(QUERY),
  answer: CHANGES,
  says: 'New, changed and ended processes.',
  example: { position: '5f3c9a1e.42', whole: false, gone: [4711], rows: [] },
  refusals: { '400': 'UnknownPlugin', '503': 'NotYetRead' },
  handler({ agent, differences }) {
    const names = agent.plugins.map(({ name }) => name);
    return (request, reply) => {
      if (!names.includes(PROCESS_LIST)) throw unknownPlugin(PROCESS_LIST, names);
      const { since } = readQuery(QUERY, request.query, 0);
      const sequence = differences.sequenceIn(since ?? undefined);
      return whenRead(agent, PROCESS_LIST, async () => {
        const { body } = await differences.since(sequence);
        return sendBody(request, reply, body);
      });
    };
  },
});

export const processesPart = definePart({
  name: 'processes',
  needs: { sampling: Sampling },
  provides: Processes,
  brings: [Routes.of(processChangesRoute, processRoutes)],
  open: ({ sampling }) => processControl(sampling),
});
