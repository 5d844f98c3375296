/** Single processes. */
import type { Plugin } from '../../../core/plugin.ts';
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { PID } from '../../openapi/parameters.ts';
import { itemSchemaName } from '../../openapi/plugin-schemas.ts';
import { type Examples, type Paths, ref } from '../../openapi/types.ts';

export const PROCESSES = {
  name: 'Processes',
  description: 'One process, and the one that is looked at closely.',
};

const TRUE: Schema = { const: true };

export function processPaths(plugins: readonly Plugin[], root: string, examples: Examples): Paths {
  const list = plugins.find(({ name }) => name === 'processlist');
  const entry: Schema = list ? ref('schemas', itemSchemaName(list)) : { type: 'object' };
  const example = (examples['processlist'] as unknown[] | undefined)?.[0];
  const tag = PROCESSES.name;
  return {
    [`${root}/processes/{pid}`]: {
      get: operation({
        id: 'getProcess',
        tag,
        summary: 'One process',
        parameters: [PID],
        answer: entry,
        says: 'The entry of the process list.',
        example,
        refusals: { '404': 'UnknownProcess', '422': 'NotANumber' },
      }),
    },
    [`${root}/processes/extended`]: {
      get: operation({
        id: 'getExtendedProcess',
        tag,
        summary: 'The process that is looked at closely',
        answer: { anyOf: [entry, { type: 'object', maxProperties: 0 }] },
        says: 'Its entry with further members; an empty object when none is chosen.',
        example: {},
      }),
    },
    [`${root}/processes/extended/{pid}`]: {
      post: operation({
        id: 'chooseExtendedProcess',
        tag,
        summary: 'Look at a process closely',
        description: 'It takes the place of the one before.',
        parameters: [PID],
        answer: TRUE,
        says: 'Done.',
        example: true,
        refusals: { '404': 'UnknownProcess', '422': 'NotANumber' },
      }),
    },
    [`${root}/processes/extended/disable`]: {
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
