/** JSON Schema (2020-12) of what a plugin serves. */
import type { Field, Fields } from './fields.ts';
import { isTimed, type Plugin } from './plugin.ts';

export type Schema = Readonly<Record<string, unknown>>;

const number = (description: string): Schema => ({ type: 'number', description });

function typeOf(field: Field): Schema {
  switch (field.kind) {
    case 'text':
      return { type: 'string' };
    case 'flag':
      return { type: 'boolean' };
    case 'list':
      return { type: 'array', items: field.of ? fieldSchema(field.of) : {} };
    case 'object':
      return objectSchema(field.members ?? {}, {});
    default:
      return { type: 'number' };
  }
}

/** Schema of one field; its unit travels as `x-unit`. */
export function fieldSchema(field: Field): Schema {
  const schema: Record<string, unknown> = { ...typeOf(field), description: field.description };
  if (field.unit !== null) schema['x-unit'] = field.unit;
  if (field.options.nullable === true) schema['type'] = [schema['type'], 'null'];
  return schema;
}

function companionSchemas(name: string, field: Field): Record<string, Schema> {
  if (field.kind === 'counter') {
    return {
      [`${name}_gauge`]: number(`Cumulative value. ${field.description}`),
      [`${name}_rate_per_sec`]: number(`Per second, rounded down. ${field.description}`),
    };
  }
  if (field.options.extremes !== true) return {};
  return {
    [`${name}_min`]: number(`Smallest since start. ${field.description}`),
    [`${name}_max`]: number(`Largest since start. ${field.description}`),
    [`${name}_mean`]: number(`Mean over the history. ${field.description}`),
  };
}

function objectSchema(fields: Fields, extra: Record<string, Schema>): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const own = { [name]: fieldSchema(field), ...companionSchemas(name, field) };
    Object.assign(properties, own);
    if (field.options.sparse !== true) required.push(...Object.keys(own));
  }
  required.push(...Object.keys(extra).filter((name) => !required.includes(name)));
  return { type: 'object', properties: { ...properties, ...extra }, required, additionalProperties: false };
}

/** Members that every object or item of a plugin has beside its declared fields. */
function commonMembers(plugin: Plugin): Record<string, Schema> {
  const members: Record<string, Schema> = {};
  if (isTimed(plugin)) {
    members['time_since_update'] = {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Time since the previous sample.',
      'x-unit': 'seconds',
    };
  }
  if (plugin.shape === 'list' && plugin.key !== null && plugin.keyMember !== false) {
    members['key'] = { const: plugin.key, description: 'Name of the field that identifies the item.' };
  }
  return members;
}

export function schemaOf(plugin: Plugin): Schema {
  if (plugin.shape === 'scalar') {
    return {
      type: plugin.value.options.nullable === true ? ['string', 'null'] : 'string',
      description: plugin.description,
    };
  }
  const item = objectSchema(plugin.fields, commonMembers(plugin));
  if (plugin.shape === 'list') return { type: 'array', description: plugin.description, items: item };
  const nothing = { type: 'object', additionalProperties: false, maxProperties: 0 };
  return { description: plugin.description, anyOf: [item, nothing] };
}
