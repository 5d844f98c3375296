/** `/metrics` in the description of the API. */
import { PROFILES } from '../../../send/metrics/options.ts';
import { operation } from '../../openapi/operation.ts';
import { inQuery } from '../../openapi/parameters.ts';
import type { Paths } from '../../openapi/types.ts';
import { EVERYTHING } from '../all/all-paths.ts';

const DESCRIPTION = `For Prometheus and compatible scrapers. Names, units and types follow from the declarations of the
fields: base units, counters end in \`_total\`. Processes are grouped by program.

Text format 0.0.4, or OpenMetrics 1.0.0 for clients that accept it and request the profile \`gander\` alone.`;

const EXAMPLE = `# HELP gander_load_min1 Mean length of the run queue over one minute.
# TYPE gander_load_min1 gauge
gander_load_min1 0.42
`;

/** With the answer to HEAD, which has no body. */
function withHead(get: ReturnType<typeof operation>) {
  const { content: _, ...noBody } = get.responses['200'] ?? {};
  const operationId = get.operationId.replace('get', 'head');
  return { get, head: { ...get, operationId, responses: { ...get.responses, '200': noBody } } };
}

export function metricsPaths(): Paths {
  const about = {
    tag: EVERYTHING.name,
    answer: { type: 'string' },
    says: 'All metrics of the profiles.',
    example: EXAMPLE,
    type: 'text/plain',
  };
  return {
    '/metrics': withHead(
      operation({
        ...about,
        id: 'getMetrics',
        summary: 'All values as metrics',
        description: DESCRIPTION,
        parameters: [
          inQuery('profile', 'Profile of metric names; may be repeated. Default: as in [metrics].', {
            type: 'string',
            enum: [...PROFILES],
          }),
        ],
        refusals: { '400': 'BadProfile' },
      }),
    ),
    '/metrics/gander': withHead(
      operation({ ...about, id: 'getGanderMetrics', summary: 'Metrics of the profile gander' }),
    ),
    '/metrics/node': withHead(
      operation({ ...about, id: 'getNodeMetrics', summary: 'Metrics under the names of node_exporter' }),
    ),
    '/metrics/glances': withHead(
      operation({ ...about, id: 'getGlancesMetrics', summary: 'Metrics of the profile glances' }),
    ),
  };
}
