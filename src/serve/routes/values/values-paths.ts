/** Single values of several plugins at once. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { inQuery } from '../../openapi/parameters.ts';
import { closed, DECORATION, mapOf, SCALAR, text } from '../../openapi/schema-parts.ts';
import type { Paths } from '../../openapi/types.ts';
import { FLEET } from '../servers/fleet-paths.ts';

const LIST = { style: 'form', explode: false };

const VALUES: Schema = closed('Single values.', {
  version: text('Version of the service.'),
  values: mapOf(
    'Named by plugin, field and identity, joined by `_`. Values that do not exist are left out.',
    closed('A value.', { value: SCALAR, decoration: DECORATION }),
  ),
});

export function valuesPaths(): Paths {
  const of = inQuery(
    'of',
    'Requested values: `plugin:field`, or `plugin:field:identity` for plugins that list items; at most 30.',
    { type: 'array', items: { type: 'string' } },
    { ...LIST, example: ['cpu:total', 'fs:percent:/'] },
  );
  return {
    '/api/values': {
      get: operation({
        id: 'getValues',
        tag: FLEET.name,
        summary: 'Single values of several plugins at once',
        description: 'For programs that watch many hosts: a short answer that includes levels.',
        parameters: [of],
        answer: VALUES,
        says: 'The values that exist.',
        example: { version: '4.0.0', values: { cpu_total: { value: 12.3, decoration: 'OK_LOG' } } },
        refusals: { '400': 'BadQuery' },
      }),
    },
  };
}
