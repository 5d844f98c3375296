/** Converts a plugin's value from version 4 to versions 3 and 2. */
import type { Json, PluginValue, Served, ServedMember } from '../../core/served.ts';

/** The latest value of another plugin in version 4; undefined: disabled. */
export type Latest = (plugin: string) => PluginValue | undefined;

/** Members of older versions: the name in version 4, and the older one. */
export type Members = ReadonlyMap<string, string>;

export interface Shape {
  /** Undefined: all members, unchanged. Applies to values, views and names of series. */
  members?: Members;
  /** Other plugins whose values it uses. */
  from?: readonly string[];
  /** One entry of a list; undefined: its {@link members}. Entries keep their order and number. */
  entry?(item: Served, position: number): Json;
  /** Converts the whole value. Default: the members of the object, or of every entry of a list. */
  whole?(value: PluginValue, latest: Latest): ServedMember;
  /** Entries have their positions for identities. */
  numbered?: true;
}

/** @param names unchanged members, and pairs of the name in version 4 and the older one */
export const members = (...names: (string | [current: string, older: string])[]): Members =>
  new Map(names.map((name) => (typeof name === 'string' ? [name, name] : name)));

/** Returns the existing members of an item under their older names. */
export function select(item: Served, names: Members): Served {
  const selected: Served = {};
  for (const [current, older] of names) if (item[current] !== undefined) selected[older] = item[current];
  return selected;
}

/** Converts a plugin's value to its older shape. */
export function shaped(shape: Shape, value: PluginValue, latest: Latest): ServedMember {
  if (shape.whole) return shape.whole(value, latest);
  if (Array.isArray(value)) {
    const convert = entryOf(shape);
    return convert === null ? value : (value as Served[]).map(convert);
  }
  const isObject = typeof value === 'object' && value !== null;
  return shape.members && isObject ? select(value as Served, shape.members) : value;
}

/** Converts one entry of a list; null: unchanged. */
export function entryOf({ entry, members: names }: Shape): ((item: Served, position: number) => Json) | null {
  if (entry) return entry;
  return names ? (item) => select(item, names) : null;
}
