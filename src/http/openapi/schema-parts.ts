/** Building blocks of schemas. */
import type { Scalar } from '../../core/served.ts';
import { oneOf, type Shape } from '../../core/shape.ts';

export const SCALAR: Shape<Scalar> = {
  type: ['string', 'number', 'boolean', 'null'],
  description: 'The value; null: there is none.',
};

export const LEVELS = ['OK', 'CAREFUL', 'WARNING', 'CRITICAL'] as const;

export const DECORATION = oneOf(
  ['DEFAULT', ...LEVELS, ...LEVELS.map((level) => `${level}_LOG`)],
  'Level of the value; with _LOG when it can raise events, DEFAULT when it is not judged.',
);
