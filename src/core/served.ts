/** Served values and their types, without dependencies. */

export type Scalar = string | number | boolean | null;

/** A value of JSON whose form is not declared. Members that are undefined are absent. */
export type Json = Scalar | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** A served item: JSON values by wire key. */
export type Served = Record<string, ServedMember>;

/** A member of a served object; undefined: absent. */
export type ServedMember = Json | undefined;

/** The served value of a plugin: items, an object (empty without a reading), a text or null. */
export type PluginValue = Served[] | Served | string | null;

/** Returns the items of a list, or an object as the only one. */
export function itemsIn(value: PluginValue): Served[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? [value] : [];
}

/** Values of the plugins by name. Their registry declares them (measure/plugins/index.ts). */
export interface PluginValues {}

export type PluginName = keyof PluginValues;

/** Value of the plugin with this name. */
export type ValueOfPlugin<P extends string> = P extends PluginName ? PluginValues[P] : PluginValue;

/** Limits of a plugin by wire name: thresholds and times are numbers, everything else a list of words. */
export type Limits = Readonly<Record<string, number | readonly string[]>>;

/** How to show a served value. */
export type View = {
  /** A level, with the suffix `_LOG` when it raises events. */
  decoration: string;
  optional: boolean;
  additional: false;
  splittable: false;
  hidden: boolean;
};
