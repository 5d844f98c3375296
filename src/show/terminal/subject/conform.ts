/** Untrusted values in the form that their plugin declares: what is not of it is left out. */
import type { Field } from '../../../core/fields.ts';
import { fieldsOf, type Plugin } from '../../../core/plugin.ts';
import type { Served } from '../../../core/served.ts';

/** Values come from another machine, whose version may be another; its name of a field may stand for anything. */
export function conform(plugin: Plugin, value: unknown): unknown {
  if (plugin.shape === 'scalar') return typeof value === 'string' ? value : null;
  const fields = fieldsOf(plugin);
  if (plugin.shape === 'object') return isObject(value) ? conformed(value, fields) : {};
  if (!Array.isArray(value)) return [];
  const { key } = plugin;
  return value.flatMap((item: unknown) => {
    if (!isObject(item)) return [];
    const own = conformed(item, fields);
    // Without a key an item is what all of its fields say.
    if (key === null) return isWhole(own, fields) ? [own] : [];
    return typeof item[key] === 'string' || typeof item[key] === 'number' ? [own] : [];
  });
}

const isWhole = (item: Served, fields: Readonly<Record<string, Field>>): boolean =>
  Object.entries(fields).every(
    ([name, { options }]) =>
      options.sparse === true ||
      (options.nullable === true ? Object.hasOwn(item, name) : (item[name] ?? null) !== null),
  );

const isObject = (value: unknown): value is Served =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const conformed = (item: Served, fields: Readonly<Record<string, Field>>): Served =>
  Object.fromEntries(
    Object.entries(item).filter(
      // Names may be those of what every object inherits.
      ([name, value]) => !Object.hasOwn(fields, name) || fits(fields[name] as Field, value),
    ),
  );

function fits({ kind, options }: Field, value: unknown): boolean {
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
