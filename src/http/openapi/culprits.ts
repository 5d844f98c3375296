/** Shares of programs in replies. */
import type { Schema } from '../../core/schema.ts';
import { ref } from './types.ts';

export const CULPRITS: Schema = {
  anyOf: [ref('schemas', 'Culprits'), { type: 'null' }],
  description: 'Shares of programs; null: not known.',
};
