/** Culprits of an alert, as replies have them. */
import type { Culprits } from '../../core/culprits.ts';
import type { Shape } from '../../core/shape.ts';
import { ref } from './types.ts';

export const CULPRITS_OR_NULL: Shape<Culprits | null> = {
  anyOf: [ref('schemas', 'Culprits'), { type: 'null' }],
  description: 'Shares of programs; null: not known.',
};
