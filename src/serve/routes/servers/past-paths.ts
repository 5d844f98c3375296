/** The past of the servers that a hub watches. */
import { operation } from '../../openapi/operation.ts';
import { inQuery } from '../../openapi/parameters.ts';
import { closed, mapOf } from '../../openapi/schema-parts.ts';
import type { Described, Paths } from '../../openapi/types.ts';
import { GRID, GRID_PARAMETERS, SERIES_OF_RANGE } from '../history/range-paths.ts';
import { FLEET } from './fleet-paths.ts';

const TEXTS = { type: 'array', items: { type: 'string' } };
const MANY = { style: 'form', explode: true };

export const serverPastPaths = ({ isHub }: Described): Paths => (isHub ? paths() : {});

const paths = (): Paths => ({
  '/api/servers/history/range': {
    get: operation({
      id: 'getServersRange',
      tag: FLEET.name,
      summary: 'History of servers over a time range',
      description:
        'Columns of servers as seen by this hub, on a regular grid, from its history on disk, including servers that are ' +
        'stopped or gone. `status` is 1 while a server answers and 0 otherwise; `answer_time` is the response time in ' +
        'milliseconds. The rest of the history of a server is below `/servers/{id}/api/history/`, while it answers.',
      parameters: [
        inQuery('server', 'The `id` of a server. May be repeated.', TEXTS, {
          ...MANY,
          required: true,
          example: ['db1:61208'],
        }),
        inQuery(
          'column',
          'The key of a column, `status` or `answer_time`; all, unless given. May be repeated.',
          TEXTS,
          {
            ...MANY,
            example: ['cpu_total'],
          },
        ),
        ...GRID_PARAMETERS,
      ],
      answer: closed('Columns on one grid.', {
        ...GRID,
        servers: mapOf('By server id, then by column; null where nothing is known.', SERIES_OF_RANGE),
      }),
      says: 'The requested columns.',
      example: {
        from: 1_795_824_000_000,
        to: 1_795_824_180_000,
        step: 60_000,
        tier: 'minutes',
        count: 3,
        oldest: 1_787_443_200_000,
        servers: {
          'db1:61208': {
            status: { unit: null, kind: 'gauge', avg: [1, 1, 0], min: [1, 1, 0], max: [1, 1, 0] },
            cpu_total: {
              unit: 'percent',
              kind: 'gauge',
              avg: [12.3, 11.9, null],
              min: [9.8, 10.2, null],
              max: [22.1, 14, null],
            },
          },
        },
      },
      refusals: { '400': 'BadQuery', '503': 'NoArchive' },
      isVersioned: true,
    }),
  },
});
