/** Single processes. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { inQuery, PID } from '../../openapi/parameters.ts';
import { closed, flag, text } from '../../openapi/schema-parts.ts';
import { itemSchemaName } from '../../openapi/plugin-schemas.ts';
import { type Described, type Paths, ref, ROOT } from '../../openapi/types.ts';

export const PROCESSES = {
  name: 'Processes',
  description: 'One process, and the one that is looked at closely.',
};

const ORIGIN: Record<string, Schema> = {
  ppid: { type: 'integer', description: 'Number of the parent; 0: none.' },
  create_time: {
    type: ['number', 'null'],
    description: 'When it was started, since 1970; null where the kernel does not say when it was booted.',
    'x-unit': 'second',
  },
  unit: {
    type: ['string', 'null'],
    description: 'Unit of systemd it runs in; missing until it has been read.',
  },
  container: {
    type: ['string', 'null'],
    description:
      'Id of its container, or the name where the engine uses that; missing until it has been read.',
  },
};

const CHANGES: Schema = closed('What has changed.', {
  position: text('For `since` of the next request.'),
  whole: flag('`rows` are all processes: `since` is not known any more.'),
  gone: { type: 'array', items: { type: 'integer' }, description: 'Numbers of processes that have ended.' },
  rows: {
    type: 'array',
    items: { type: 'object', properties: ORIGIN },
    description: 'New and changed processes: the members of an entry of the process list, and these.',
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
          'For pages and programs that follow the list: most processes of most machines stay as they are. A process that is not ' +
          'in the answer is as it was, but for `time_since_update`.',
        parameters: [
          inQuery('since', '`position` of the last answer; all processes unless given.', { type: 'string' }),
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
        summary: 'The process that is looked at closely',
        answer: { anyOf: [entry, { type: 'object', maxProperties: 0 }] },
        says: 'Its entry with further members; an empty object when none is chosen.',
        example: {},
      }),
    },
    [`${ROOT}/processes/extended/{pid}`]: {
      post: operation({
        id: 'chooseExtendedProcess',
        tag,
        summary: 'Look at a process closely',
        description: 'It takes the place of the one before.',
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
        summary: 'Look at no process closely',
        answer: TRUE,
        says: 'Done.',
        example: true,
      }),
    },
  };
}
