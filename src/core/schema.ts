/** JSON Schema (2020-12) of what a plugin serves. */
import type { Field, Fields } from './fields.ts';
import { isTimed, type Plugin } from './plugin.ts';
import { isNumeric, rangeOf } from './ranges.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** Null: there was no measurement, or an impossible one. */
const number = (description: string, least?: number, most?: number): Schema => ({
  type: ['number', 'null'],
  description,
  ...(least !== undefined && { minimum: least }),
  ...(most !== undefined && { maximum: most }),
});

function typeOf(field: Field): Schema {
  switch (field.kind) {
    case 'text':
      return { type: 'string' };
    case 'flag':
      return { type: 'boolean' };
    case 'list':
      return { type: 'array', items: field.of ? fieldSchema(field.of) : {} };
    case 'object':
      if (field.of) return { type: 'object', additionalProperties: fieldSchema(field.of) };
      return field.members ? memberSchema(field.members) : {};
    default:
      return { type: 'number' };
  }
}

/** Schema of one field; its unit travels as `x-unit`. */
export function fieldSchema(field: Field): Schema {
  const { orText, orFlag, nullWhen } = field.options;
  const cause = nullWhen === undefined ? '' : ` Null: ${nullWhen}.`;
  const schema: Record<string, unknown> = { ...typeOf(field), description: field.description + cause };
  if (field.unit !== null) schema['x-unit'] = field.unit;
  const others = [
    ...(orText ? ['string'] : []),
    ...(orFlag ? ['boolean'] : []),
    // An impossible number is null.
    ...(nullWhen !== undefined || isNumeric(field) ? ['null'] : []),
  ];
  // Without a type it may be anything.
  if (others.length > 0 && schema['type'] !== undefined) schema['type'] = [schema['type'], ...others];
  const range = servedRange(field);
  return range === null ? schema : { ...schema, minimum: range[0], maximum: range[1] };
}

/** Range of the served number; of a counter, this is its increase. */
const servedRange = (field: Field): readonly [number, number] | null =>
  isNumeric(field) ? rangeOf(field) : null;

function companionSchemas(name: string, field: Field): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  const [least, most] = servedRange(field) ?? [];
  if (field.kind === 'counter') {
    schemas[`${name}_gauge`] = number(`Cumulative value. ${field.description}`, 0);
    schemas[`${name}_rate_per_sec`] = number(`Per second, rounded down. ${field.description}`, 0);
  }
  if (field.options.extremes === true) {
    schemas[`${name}_min`] = number(`Smallest since start. ${field.description}`, least, most);
    schemas[`${name}_max`] = number(`Largest since start. ${field.description}`, least, most);
    schemas[`${name}_mean`] = number(`Mean over the history. ${field.description}`, least, most);
  }
  return schemas;
}

function closedObject(properties: Record<string, Schema>, required: Iterable<string>): Schema {
  return { type: 'object', properties, required: [...new Set(required)], additionalProperties: false };
}

/** A nested object: its members are served as they were read. */
function memberSchema(members: Fields): Schema {
  const entries = Object.entries(members);
  return closedObject(
    Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field)])),
    entries.filter(([, field]) => field.options.sparse !== true).map(([name]) => name),
  );
}

/** Returns the schema of an object or item. Companions of an optional value are optional too. */
function itemSchema(fields: Fields, common: Record<string, Schema>, others: Field | undefined): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const own = companionSchemas(name, field);
    Object.assign(properties, { [name]: fieldSchema(field) }, own);
    if (field.options.sparse === true) continue;
    required.push(name);
    if (field.options.nullWhen === undefined) required.push(...Object.keys(own));
  }
  const schema = closedObject({ ...properties, ...common }, [...required, ...Object.keys(common)]);
  return others === undefined ? schema : { ...schema, additionalProperties: fieldSchema(others) };
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
    members['key'] = {
      type: 'string',
      const: plugin.key,
      description: 'Name of the field that identifies the item.',
    };
  }
  return members;
}

export function schemaOf(plugin: Plugin): Schema {
  if (plugin.shape === 'scalar') {
    return { ...fieldSchema(plugin.value), type: ['string', 'null'], description: plugin.description };
  }
  const item = itemSchema(plugin.fields, commonMembers(plugin), plugin.others);
  if (plugin.shape === 'list') return { type: 'array', description: plugin.description, items: item };
  const nothing = { type: 'object', additionalProperties: false, maxProperties: 0 };
  return { description: plugin.description, anyOf: [item, nothing] };
}
