/** How values are judged. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { closed, LEVELS, mapOf, text } from '../../openapi/schema-parts.ts';
import { type Paths, ref } from '../../openapi/types.ts';
import { EVERYTHING } from '../all/all-paths.ts';

const threshold: Schema = { type: ['number', 'null'], description: 'Null: not set.' };

export const LEVELS_SCHEMAS: Record<string, Schema> = {
  Thresholds: closed('From which values on a level holds.', {
    careful: threshold,
    warning: threshold,
    critical: threshold,
  }),
  Verdict: closed(
    'The level of one value, and by which thresholds it is judged.',
    {
      item: { type: ['string', 'null'], description: 'Identity of the item; null where there are no items.' },
      field: text('The field that is judged; empty where the item as a whole is.'),
      stat: text('Its name in the `type` of events.'),
      level: {
        type: 'string',
        enum: ['DEFAULT', ...LEVELS, 'ERROR'],
        description: 'The level now; DEFAULT: without thresholds; ERROR: it could not be measured.',
      },
      unit: { type: ['string', 'null'], description: 'Unit of the number that is compared.' },
      of: text('The whole that a share is of, or by which the number is counted.'),
      thresholds: {
        anyOf: [ref('schemas', 'Thresholds'), { type: 'null' }],
        description: 'In the unit of the number that is compared; null where none are set.',
      },
      series: mapOf(
        'The same in the units of recorded fields, by their names; the first one is the one that is judged.',
        ref('schemas', 'Thresholds'),
      ),
      isStale: {
        type: 'boolean',
        description: 'It does not answer: its values are the last that were read.',
      },
      isLow: { type: 'boolean', description: 'Lower values of the series are worse.' },
    },
    ['of', 'isLow', 'isStale'],
  ),
};

export const levelsPaths = (): Paths => ({
  '/api/levels': {
    get: operation({
      id: 'getLevels',
      tag: EVERYTHING.name,
      summary: 'How every value is judged',
      description:
        'The verdicts on the latest samples, of which views and events are made too, with thresholds in the unit of each ' +
        'series. Values without level rules are left out.',
      answer: mapOf('Verdicts by plugin.', { type: 'array', items: ref('schemas', 'Verdict') }),
      says: 'Verdicts by plugin.',
      example: {
        fs: [
          {
            item: '/home',
            field: 'used',
            stat: 'FS_/HOME',
            level: 'WARNING',
            unit: 'percent',
            thresholds: { careful: 50, warning: 70, critical: 90 },
            series: {
              percent: { careful: 50, warning: 70, critical: 90 },
              used: { careful: 5e11, warning: 7e11, critical: 9e11 },
            },
          },
        ],
      },
    }),
  },
});
