/** Building blocks of schemas. */
import { oneOf } from '../../core/shape.ts';
import type { Schema } from '../../core/schema.ts';

/** A text, number or boolean. */
export const SCALAR: Schema = {
  type: ['string', 'number', 'boolean', 'null'],
  description: 'The value.',
};

export const LEVELS = ['OK', 'CAREFUL', 'WARNING', 'CRITICAL'] as const;

export const DECORATION = oneOf(
  ['DEFAULT', ...LEVELS, ...LEVELS.map((level) => `${level}_LOG`)],
  'Level of the value; with _LOG when it can raise events, DEFAULT when it is not judged.',
);
