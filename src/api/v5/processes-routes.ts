/** `/processes` of version 5: the pinned process, and the order of the list. */
import { isSortKey, SORT_KEYS } from '../../core/process-order.ts';
import { answering, sendValue } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { parseCount, pathParameter } from '../../http/server/params.ts';
import { inPath, PID } from '../../http/openapi/parameters.ts';
import { PROCESSES } from '../../http/openapi/tags.ts';
import { AgentParts, whenSampled } from '../../http/route/agent-parts.ts';
import { Processes } from '../processes/processes.ts';
import { defineRoute } from '../../http/route/route.ts';
import { SCOPE } from './scope.ts';

const common = { method: 'POST', access: 'operator', scope: SCOPE, tag: PROCESSES } as const;
const TRUE = { answer: { const: true }, says: 'Done.', example: true } as const;
const AUTO = 'auto';

export const processesRoutes5 = [
  defineRoute({
    ...common,
    ...TRUE,
    path: '/api/5/processes/extended/{pid}',
    uses: { agent: AgentParts, processes: Processes },
    id: 'pinProcess',
    summary: 'Pin a process for extended statistics',
    description: 'Replaces the previous one.',
    parameters: [PID],
    refusals: { '404': 'UnknownProcess', '422': 'NotANumber' },
    handler:
      ({ agent, processes }) =>
      (request, reply) => {
        const pid = parseCount('pid', pathParameter(request, 'pid'));
        return whenSampled(agent, ['processlist'], () => {
          if (!processes.select(pid)) throw new ApiError(404, `Process ${pid} not found`);
          return sendValue(request, reply, true);
        });
      },
  }),
  defineRoute({
    ...common,
    ...TRUE,
    path: '/api/5/processes/extended/disable',
    uses: { processes: Processes },
    id: 'unpinProcess',
    summary: 'Unpin the process',
    handler: answering(({ processes }) => {
      processes.clear();
      return true;
    }),
  }),
  defineRoute({
    ...common,
    ...TRUE,
    path: '/api/5/processes/sort/{key}',
    uses: { processes: Processes },
    id: 'sortProcesses',
    summary: 'Order the process list',
    description: 'Applies to all clients. `auto`: by the resource in shortest supply.',
    parameters: [inPath('key', 'A field, or auto.', { enum: [...SORT_KEYS, AUTO] }, 'cpu_percent')],
    refusals: { '400': 'BadQuery' },
    handler: answering(({ processes }, request) => {
      const key = pathParameter(request, 'key');
      if (key !== AUTO && !isSortKey(key))
        throw new ApiError(400, `The process list is sorted by one of ${[...SORT_KEYS, AUTO].join(', ')}`);
      processes.sortBy(key === AUTO ? null : key);
      return true;
    }),
  }),
];
