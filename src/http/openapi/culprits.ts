/** Schema of the culprits of an alert, which several routes serve. */
import type { Schema } from '../../core/schema.ts';
import { closed, text } from '../../core/shape.ts';
import { ref } from './types.ts';

const nullable = (description: string): Schema => ({ type: ['string', 'null'], description });

export const CULPRITS: Schema = {
  anyOf: [ref('schemas', 'Culprits'), { type: 'null' }],
  description: 'Shares of programs; null: not known.',
};

export const CULPRITS_SCHEMA: Schema = closed(
  'Shares of what was used above what is usual, while an alert lasted.',
  {
    programs: {
      type: 'array',
      maxItems: 3,
      description: 'The largest share first.',
      items: closed('A program.', {
        name: text('As in the process list.'),
        unit: nullable('Unit of systemd; null: none.'),
        container: nullable('Name of the container; null: none.'),
        percent: { type: 'number', minimum: 0, description: 'Its share.' },
      }),
    },
    ended: {
      type: 'number',
      minimum: 0,
      description: 'Share of processes that ended before they were seen, in percent.',
    },
  },
);
