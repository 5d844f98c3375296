/** Building blocks of schemas. */
import type { Schema } from '../../core/schema.ts';

export const text = (description: string): Schema => ({ type: 'string', description });
export const flag = (description: string): Schema => ({ type: 'boolean', description });

/** A text, number or boolean. */
export const SCALAR: Schema = {
  type: ['string', 'number', 'boolean', 'null'],
  description: 'The value.',
};

export const closed = (
  description: string,
  properties: Record<string, Schema>,
  optional: readonly string[] = [],
) => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

export const mapOf = (description: string, values: Schema): Schema => ({
  type: 'object',
  description,
  additionalProperties: values,
});

export const LEVELS = ['OK', 'CAREFUL', 'WARNING', 'CRITICAL'];

export const DECORATION: Schema = {
  type: 'string',
  enum: ['DEFAULT', ...LEVELS, ...LEVELS.map((level) => `${level}_LOG`)],
  description: 'Level of the value; with _LOG when it can raise events, DEFAULT when it is not judged.',
};
