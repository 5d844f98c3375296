/** Single processes. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { inQuery, PID } from '../../openapi/parameters.ts';
import { closed, flag, text } from '../../openapi/schema-parts.ts';
import { itemSchemaName } from '../../openapi/plugin-schemas.ts';
import { type Described, type Paths, ref, ROOT } from '../../openapi/types.ts';

export const PROCESSES = {
  name: 'Processes',
  description: 'Single processes, and the one selected for extended statistics.',
};

const ORIGIN: Record<string, Schema> = {
  ppid: { type: 'integer', description: 'Pid of the parent; 0: none.' },
  create_time: {
    type: ['number', 'null'],
    description: 'Start time, since 1970; null where the boot time is unknown.',
    'x-unit': 'second',
  },
  unit: {
    type: ['string', 'null'],
    description: 'Its systemd unit; missing until it has been read.',
  },
  container: {
    type: ['string', 'null'],
    description:
      'Id of its container, or the name where the engine uses that; missing until it has been read.',
  },
};

const CHANGES: Schema = closed('Changes since `since`.', {
  position: text('Value of `since` for the next request.'),
  whole: flag('`rows` has all processes, since `since` is unknown or expired.'),
  gone: { type: 'array', items: { type: 'integer' }, description: 'Pids of processes that have ended.' },
  rows: {
    type: 'array',
    items: { type: 'object', properties: ORIGIN },
    description: 'New and changed processes: entries of the process list with these additional members.',
  },
});

const TRUE: Schema = { const: true };

export function processPaths({ plugins, examples }: Described): Paths {
  const list = plugins.find(({ name }) => name === 'processlist');
  const entry: Schema = list ? ref('schemas', itemSchemaName(list)) : { type: 'object' };
  const example = (examples['processlist'] as unknown[] | undefined)?.[0];
  const tag = PROCESSES.name;
  return {
    '/api/processes': {
      get: operation({
        id: 'getProcessChanges',
        tag,
        summary: 'The process list as differences, with parents and units',
        description:
          'For clients that poll; `/api/stream` sends the same to those that follow it. A process that is not in the answer has not changed, apart from ' +
          '`time_since_update`.',
        parameters: [
          inQuery('since', '`position` of the last answer; default: all processes.', { type: 'string' }),
        ],
        answer: CHANGES,
        says: 'New, changed and ended processes.',
        example: { position: '5f3c9a1e.42', whole: false, gone: [4711], rows: [] },
        refusals: { '400': 'UnknownPlugin', '503': 'NotYetRead' },
      }),
    },
    [`${ROOT}/processes/{pid}`]: {
      get: operation({
        id: 'getProcess',
        tag,
        summary: 'One process',
        parameters: [PID],
        answer: entry,
        says: 'The entry of the process list, with up to 64 kB of its arguments.',
        example,
        refusals: { '404': 'UnknownProcess', '422': 'NotANumber', '503': 'NotYetRead' },
      }),
    },
    [`${ROOT}/processes/extended`]: {
      get: operation({
        id: 'getExtendedProcess',
        tag,
        summary: 'The process selected for extended statistics',
        answer: { anyOf: [entry, { type: 'object', maxProperties: 0 }] },
        says: 'Its entry with additional members; an empty object when none is selected.',
        example: {},
      }),
    },
    [`${ROOT}/processes/extended/{pid}`]: {
      post: operation({
        id: 'chooseExtendedProcess',
        tag,
        summary: 'Select a process for extended statistics',
        description: 'Replaces the previous selection.',
        parameters: [PID],
        answer: TRUE,
        says: 'Done.',
        example: true,
        refusals: { '404': 'UnknownProcess', '422': 'NotANumber', '503': 'NotYetRead' },
      }),
    },
    [`${ROOT}/processes/extended/disable`]: {
      post: operation({
        id: 'disableExtendedProcess',
        tag,
        summary: 'Clear the selection',
        answer: TRUE,
        says: 'Done.',
        example: true,
      }),
    },
  };
}
