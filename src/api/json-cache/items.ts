/** Finds values within a plugin's snapshot. */
import type { Json, PluginValue, Served, ServedMember } from '../../core/served.ts';
import type { ListPlugin, Plugin } from '../../core/plugin.ts';

/** Own members only, since names come from requests. Undefined if there is none. */
export const member = (object: Served, name: string): ServedMember =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** A field of an object, or the array of that field over all items; undefined if it is missing anywhere. */
export function fieldValue(plugin: Plugin, value: PluginValue, field: string): ServedMember {
  if (plugin.shape === 'scalar') return undefined;
  if (plugin.shape === 'object') return member(value as Served, field);
  const values = (value as Served[]).map((item) => member(item, field));
  return values.includes(undefined) ? undefined : (values as Json[]);
}

/** Returns the item with an identity; numbers are compared as text. */
export const itemOf = (plugin: ListPlugin, value: PluginValue, identity: string): Served | undefined => {
  const { key } = plugin;
  return key === null ? undefined : (value as Served[]).find((item) => String(item[key]) === identity);
};

/** Items whose field equals a text; undefined if an item lacks the field. */
export function itemsWith(value: PluginValue, field: string, text: string): Served[] | undefined {
  const items = value as Served[];
  if (items.some((item) => member(item, field) === undefined)) return undefined;
  const number = numberIn(text);
  return items.filter((item) => equals(item[field], text, number));
}

const numberIn = (text: string): number =>
  /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;

function equals(value: ServedMember, text: string, number: number): boolean {
  if (typeof value === 'number') return value === number;
  if (typeof value === 'boolean') return String(value) === text.toLowerCase();
  return value === text;
}
