/** Single processes. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { PID } from '../../openapi/parameters.ts';
import { itemSchemaName } from '../../openapi/plugin-schemas.ts';
import { type Described, type Paths, ref, ROOT } from '../../openapi/types.ts';

export const PROCESSES = {
  name: 'Processes',
  description: 'One process, and the one that is looked at closely.',
};

const TRUE: Schema = { const: true };

export function processPaths({ plugins, examples }: Described): Paths {
  const list = plugins.find(({ name }) => name === 'processlist');
  const entry: Schema = list ? ref('schemas', itemSchemaName(list)) : { type: 'object' };
  const example = (examples['processlist'] as unknown[] | undefined)?.[0];
  const tag = PROCESSES.name;
  return {
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
