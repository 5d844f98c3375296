/** Everything of all plugins at once. */
import type { Schema } from '../../../core/schema.ts';
import { VIEW_EXAMPLE } from '../../openapi/common-schemas.ts';
import { operation } from '../../openapi/operation.ts';
import { type Described, type Paths, ref, ROOT } from '../../openapi/types.ts';

export const EVERYTHING = { name: 'All plugins', description: 'All plugins in one answer.' };

export function allPaths({ plugins, examples }: Described): Paths {
  const byPlugin = (schema: Schema): Schema => ({ type: 'object', additionalProperties: schema });
  const tag = EVERYTHING.name;
  const known = plugins.filter(({ name }) => name in examples);
  return {
    [`${ROOT}/all`]: {
      get: operation({
        id: 'getAll',
        tag,
        summary: 'Values of every plugin',
        answer: ref('schemas', 'All'),
        says: 'The latest sample of every enabled plugin, by name.',
        ...(known.length === plugins.length && {
          example: Object.fromEntries(known.map(({ name }) => [name, examples[name]])),
        }),
        isVersioned: true,
      }),
    },
    [`${ROOT}/all/views`]: {
      get: operation({
        id: 'getAllViews',
        tag,
        summary: 'Views of every plugin',
        answer: byPlugin(ref('schemas', 'Views')),
        says: 'Views by plugin.',
        example: { cpu: { total: VIEW_EXAMPLE } },
        isVersioned: true,
      }),
    },
    [`${ROOT}/all/limits`]: {
      get: operation({
        id: 'getAllLimits',
        tag,
        summary: 'Thresholds and other options of every plugin',
        answer: byPlugin(ref('schemas', 'Limits')),
        says: 'Limits by plugin.',
        example: { cpu: { history_size: 1200, cpu_total_careful: 65 } },
        isVersioned: true,
      }),
    },
  };
}
