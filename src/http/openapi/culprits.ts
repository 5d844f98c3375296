/** Who causes an alert, and when it stood, in replies. */
import type { Schema } from '../../core/schema.ts';
import { ref } from './types.ts';

export const CULPRITS_OR_NULL: Schema = {
  anyOf: [ref('schemas', 'Culprits'), { type: 'null' }],
  description: 'Shares of programs; null: not known.',
};

export const STRETCHES_OR_NULL: Schema = {
  anyOf: [ref('schemas', 'Stretches'), { type: 'null' }],
  description: 'Times above the threshold since its begin; null: not known.',
};
