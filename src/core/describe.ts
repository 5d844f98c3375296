/** Unit and description of a served key. */
import { companions, type Field, type FieldKind } from './fields.ts';
import { fieldsOf, isTimed, type Plugin } from './plugin.ts';

export interface Description {
  unit: string;
  description: string;
}

/** Units of fields that declare none: texts, objects, and numbers of no or of changing unit. */
const PLAIN_UNITS: Readonly<Record<FieldKind, string>> = {
  gauge: 'number',
  counter: 'number',
  constant: 'number',
  cumulative: 'number',
  derived: 'number',
  text: 'string',
  flag: 'bool',
  list: 'list',
  object: 'object',
};

/** How a companion is described: by the end of its name. */
const COMPANIONS: Readonly<Record<string, string>> = {
  _gauge: 'Cumulative value',
  _rate_per_sec: 'Per second, rounded down',
  _min: 'Smallest value since start',
  _max: 'Largest value since start',
  _mean: 'Mean over the history',
};

const SINCE: Description = { unit: 'seconds', description: 'Time since the previous sample.' };
const KEY: Description = { unit: 'string', description: 'Name of the field that identifies the item.' };

/** Null for names that are not served. */
export function describe(plugin: Plugin, name: string): Description | null {
  const fields = fieldsOf(plugin);
  if (Object.hasOwn(fields, name)) return ofField(fields[name] as Field);
  if (name === 'time_since_update' && isTimed(plugin)) return SINCE;
  if (name === 'key' && hasKeyMember(plugin)) return KEY;
  const base = Object.keys(fields).find((one) => companions(one, fields[one] as Field).includes(name));
  if (base !== undefined) return ofCompanion(fields[base] as Field, name.slice(base.length));
  return null;
}

/** Returns the unit in the form of the API; null for names that are not served. */
export function wireUnit(plugin: Plugin, name: string): string | null {
  const fields = fieldsOf(plugin);
  const told = Object.hasOwn(fields, name) ? fields[name]?.options.wireUnit : undefined;
  return told ?? describe(plugin, name)?.unit ?? null;
}

const hasKeyMember = (plugin: Plugin): boolean =>
  plugin.shape === 'list' && plugin.key !== null && plugin.keyMember !== false;

const ofField = ({ kind, unit, description }: Field): Description => ({
  unit: unit ?? PLAIN_UNITS[kind],
  description,
});

function ofCompanion(field: Field, end: string): Description {
  const { unit, description } = ofField(field);
  return {
    unit: end === '_rate_per_sec' ? `${unit}persecond` : unit,
    description: `${COMPANIONS[end]}. ${description}`,
  };
}
