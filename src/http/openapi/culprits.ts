/** Who causes an alert, in replies. */
import type { Schema } from '../../core/schema.ts';
import { ref } from './types.ts';

export const CULPRITS_OR_NULL: Schema = {
  anyOf: [ref('schemas', 'Culprits'), { type: 'null' }],
  description: 'Shares of programs; null: not known.',
};
