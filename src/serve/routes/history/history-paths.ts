/** The past of many values in one answer. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { EVERYTHING } from '../all/all-paths.ts';
import { inQuery } from '../../openapi/parameters.ts';
import type { Paths } from '../../openapi/types.ts';

const DESCRIPTION = `The newest samples of the requested series, of one or more plugins. The series of a plugin share one list of
times, which makes the answer a fraction of the size of \`/api/4/{plugin}/history\`. Fractions are cut to seven digits.

A series is named \`{plugin}/{name}\`, with the name used in \`/api/4/{plugin}/history\`: \`cpu/total\`,
\`network/eth0_bytes_recv_rate_per_sec\`. The first slash ends the plugin. A series that is not recorded is null.`;

const NULLABLE_NUMBER: Schema = { type: ['number', 'null'] };
const ANSWER: Schema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: {
      times: {
        type: 'array',
        items: { type: 'integer' },
        description: 'Sample times in milliseconds since 1970, oldest first.',
      },
      series: {
        type: 'object',
        additionalProperties: { type: ['array', 'null'], items: NULLABLE_NUMBER },
        description: 'The value of each series at these times; null where it has none.',
      },
    },
    required: ['times', 'series'],
  },
};

export function historyPaths(): Paths {
  return {
    '/api/history': {
      get: operation({
        id: 'getManyHistories',
        tag: EVERYTHING.name,
        summary: 'Recent history of many series',
        description: DESCRIPTION,
        parameters: [
          inQuery(
            'series',
            'The series to show, 1,000 at most. Repeat the parameter for each.',
            { type: 'array', items: { type: 'string' } },
            { style: 'form', explode: true, example: ['cpu/total', 'fs//home_percent'] },
          ),
          inQuery('n', 'Number of newest samples; by default all that are kept, up to 250,000 values.', {
            type: 'integer',
            minimum: 1,
          }),
        ],
        answer: ANSWER,
        says: 'The requested series, by plugin.',
        example: {
          cpu: { times: [1_795_222_327_595, 1_795_222_329_595], series: { total: [4.2, 5.1] } },
          fs: { times: [1_795_222_329_601], series: { '/home_percent': [71.5] } },
        },
        refusals: { '400': 'BadHistory' },
        isVersioned: true,
      }),
    },
  };
}
