/** Short JSON Schemas of the needs of clients. */
export type Schema = Record<string, unknown>;

export const number: Schema = { type: 'number' };
/** Null if the reading was impossible. */
export const measured: Schema = { type: ['number', 'null'] };
export const amount: Schema = { type: 'number', minimum: 0 };
export const positive: Schema = { type: 'number', exclusiveMinimum: 0 };
export const percent: Schema = { type: 'number', minimum: 0, maximum: 100 };
export const text: Schema = { type: 'string' };
export const truth: Schema = { type: 'boolean' };
export const uptime: Schema = { type: 'string', pattern: '^(\\d+ days?, )?\\d{1,2}:\\d\\d:\\d\\d$' };

/** All of these, not null. */
export const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
export const array = (items: Schema): Schema => ({ type: 'array', items });
/** A list with at least one item, so that its schema is effective. */
export const filled = (items: Schema): Schema => ({ ...array(items), minItems: 1 });
/** An optional member, which must be valid if present. */
export const allowing = (schema: Schema, optional: Record<string, Schema>): Schema => ({
  ...schema,
  properties: { ...(schema['properties'] as Schema), ...optional },
});
