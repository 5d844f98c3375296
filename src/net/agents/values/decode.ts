/** Values of plugins of other agents. */
import type { Field } from '../../../core/fields.ts';
import type { ListPlugin, Plugin } from '../../../core/plugin.ts';
import type { PluginValue, Served, ServedMember } from '../../../core/served.ts';
import { isObject } from '../../../core/members.ts';

/** Objects within objects; what agents serve has three levels. */
const DEEPEST = 12;

/**
 * Decodes another agent's plugin value, possibly of another version. Members of another type and items without a key are dropped;
 * unknown members stay. Undefined: another shape.
 */
export function decodeValue(plugin: Plugin, value: ServedMember): PluginValue | undefined {
  if (!isShallow(value, DEEPEST)) return undefined;
  switch (plugin.shape) {
    case 'scalar':
      return value === null || typeof value === 'string' ? value : undefined;
    case 'object':
      return isObject(value) ? conformed(value, plugin.fields) : undefined;
    case 'list':
      return Array.isArray(value) && value.every(isObject) ? items(plugin, value) : undefined;
  }
}

const isShallow = (value: ServedMember, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1)));

const items = ({ key, fields }: ListPlugin, values: readonly Served[]): Served[] =>
  values.flatMap((item) => {
    const own = conformed(item, fields);
    // Without a key an item is what all of its fields say.
    if (key === null) return isWhole(own, fields) ? [own] : [];
    return typeof item[key] === 'string' || typeof item[key] === 'number' ? [own] : [];
  });

const isWhole = (item: Served, fields: Readonly<Record<string, Field>>): boolean =>
  Object.entries(fields).every(
    ([name, { options }]) =>
      options.sparse === true ||
      (options.nullWhen !== undefined ? Object.hasOwn(item, name) : (item[name] ?? null) !== null),
  );

const conformed = (item: Served, fields: Readonly<Record<string, Field>>): Served =>
  Object.fromEntries(
    Object.entries(item).filter(
      // Names may be those of what every object inherits.
      ([name, value]) => !Object.hasOwn(fields, name) || fits(fields[name] as Field, value),
    ),
  );

function fits({ kind, options }: Field, value: ServedMember): boolean {
  if (value === null) return true;
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value) && value.every((one) => typeof one !== 'object');
    case 'object':
      return isObject(value);
    default:
      return (
        typeof value === 'number' ||
        (options.orText === true && typeof value === 'string') ||
        (options.orFlag === true && typeof value === 'boolean')
      );
  }
}
