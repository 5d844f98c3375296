/** How the program was configured and started. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { inPath } from '../../openapi/parameters.ts';
import { type Paths, ROOT } from '../../openapi/types.ts';

export const SETTINGS = {
  name: 'Settings',
  description: 'Configuration file and command line, with secrets masked.',
};

const NAME: Schema = { type: 'string', minLength: 1 };
const SECTION = inPath('section', 'Name of a section of the configuration.', NAME, 'cpu');
const VALUES: Schema = { type: 'object', additionalProperties: { type: 'string' } };

export function settingsPaths(): Paths {
  const tag = SETTINGS.name;
  return {
    [`${ROOT}/args`]: {
      get: operation({
        id: 'getArguments',
        tag,
        summary: 'Command line',
        answer: { type: 'object' },
        says: 'Every option with its value.',
        example: { port: 61208, bind_address: '0.0.0.0', webserver: true },
      }),
    },
    [`${ROOT}/args/{name}`]: {
      get: operation({
        id: 'getArgument',
        tag,
        summary: 'One option of the command line',
        parameters: [inPath('name', 'Name of the option, as in the list of all.', NAME, 'port')],
        answer: {},
        says: 'Its value.',
        example: 61_208,
        refusals: { '400': 'UnknownName' },
      }),
    },
    [`${ROOT}/config`]: {
      get: operation({
        id: 'getConfiguration',
        tag,
        summary: 'Configuration',
        answer: { type: 'object', additionalProperties: VALUES },
        says: 'Values by section and key, all as texts.',
        example: { cpu: { total_careful: '65' } },
      }),
    },
    [`${ROOT}/config/{section}`]: {
      get: operation({
        id: 'getConfigurationSection',
        tag,
        summary: 'One section of the configuration',
        parameters: [SECTION],
        answer: VALUES,
        says: 'Values by key.',
        example: { total_careful: '65' },
        refusals: { '400': 'UnknownName' },
      }),
    },
    [`${ROOT}/config/{section}/{key}`]: {
      get: operation({
        id: 'getConfigurationValue',
        tag,
        summary: 'One value of the configuration',
        parameters: [SECTION, inPath('key', 'Key in that section.', NAME, 'total_careful')],
        answer: { type: 'string' },
        says: 'The value.',
        example: '65',
        refusals: { '400': 'UnknownName', '404': 'UnknownName' },
      }),
    },
  };
}
