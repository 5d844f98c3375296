/** `/processes/…`: single processes, and the selected one. */
import type { FastifyRequest } from 'fastify';
import { NOTHING, anyObject } from '../../core/shape.ts';
import type { Served } from '../../core/served.ts';
import type { Schema } from '../../core/schema.ts';
import { PROCESS_LIST } from '../json-cache/process-differences.ts';
import { answering, sendValue } from '../../http/server/answer.ts';
import { unknownProcess } from '../../http/server/errors.ts';
import { parseCount, pathParameter } from '../../http/server/params.ts';
import { PID } from '../../http/openapi/parameters.ts';
import { itemSchemaName } from '../../http/openapi/plugin-schemas.ts';
import { PROCESSES } from '../../http/openapi/tags.ts';
import { ref } from '../../http/openapi/types.ts';
import { AgentParts, whenRead } from '../../http/route/agent-parts.ts';
import { Processes } from './processes.ts';
import { defineRoute, type RouteFamily } from '../../http/route/route.ts';

const uses = { agent: AgentParts, processes: Processes };

const DONE = { answer: { const: true }, says: 'Done.', example: true } as const;
const SELECTION = { ...DONE, method: 'POST', access: 'operator', uses, tag: PROCESSES } as const;

const pidIn = (request: FastifyRequest): number => parseCount('pid', pathParameter(request, 'pid'));

export const processRoutes: RouteFamily = ({ plugins, examples }) => {
  const list = plugins.find(({ name }) => name === PROCESS_LIST);
  const entry: Schema = list ? ref('schemas', itemSchemaName(list)) : anyObject();
  const example = (examples[PROCESS_LIST] as Served[] | undefined)?.[0];
  return [
    defineRoute({
      path: '/api/4/processes/{pid}',
      access: 'viewer',
      uses,
      id: 'getProcess',
      tag: PROCESSES,
      summary: 'One process',
      parameters: [PID],
      answer: entry,
      says: 'The entry of the process list, with up to 64 kB of its arguments.',
      example,
      refusals: { '404': 'UnknownProcess', '422': 'NotANumber', '503': 'NotYetRead' },
      handler:
        ({ agent, processes }) =>
        (request, reply) => {
          const pid = pidIn(request);
          return whenRead(agent, PROCESS_LIST, async () => {
            const found = await processes.process(pid);
            if (found === null) throw unknownProcess(pid);
            return sendValue(request, reply, found);
          });
        },
    }),
    defineRoute({
      path: '/api/4/processes/extended',
      access: 'viewer',
      uses,
      id: 'getExtendedProcess',
      tag: PROCESSES,
      summary: 'The process selected for extended statistics',
      answer: { anyOf: [entry, NOTHING] },
      says: 'Its entry with additional members; an empty object when none is selected.',
      example: {},
      handler:
        ({ agent, processes }) =>
        (request, reply) =>
          whenRead(agent, PROCESS_LIST, () => sendValue(request, reply, processes.current() ?? {})),
    }),
    defineRoute({
      ...SELECTION,
      path: '/api/4/processes/extended/{pid}',
      id: 'chooseExtendedProcess',
      summary: 'Select a process for extended statistics',
      description: 'Replaces the previous selection.',
      parameters: [PID],
      refusals: { '404': 'UnknownProcess', '422': 'NotANumber', '503': 'NotYetRead' },
      handler:
        ({ agent, processes }) =>
        (request, reply) => {
          const pid = pidIn(request);
          return whenRead(agent, PROCESS_LIST, () => {
            if (!processes.select(pid)) throw unknownProcess(pid);
            return sendValue(request, reply, true);
          });
        },
    }),
    defineRoute({
      ...SELECTION,
      path: '/api/4/processes/extended/disable',
      id: 'disableExtendedProcess',
      summary: 'Clear the selection',
      handler: answering(({ processes }) => {
        processes.clear();
        return true;
      }),
    }),
  ];
};
