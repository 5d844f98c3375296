/** The definition of a plugin: a declaration of its fields and options, and a function that reads them from the host. */
import type { Host } from './host.ts';
import type { Field, Fields, FieldValue, Reading, ServedOf } from './fields.ts';
import type { Limits, PluginValue, Served, View } from './served.ts';
import type { Option, Options, OptionValues } from './options.ts';
import { type Reason, SaidError } from './said.ts';
import type { Source } from './source.ts';

/** The argument of a plugin's `create`. */
export interface PluginContext<O extends Options> {
  readonly host: Host;
  /** Values of the plugin's declared options, validated. */
  readonly options: OptionValues<O>;
  /** A function that reads a shared source; within one tick all plugins get the same result. */
  use<T>(source: Source<T>): () => T;
  /** A source itself, for those who want what it gave last: nothing is read. */
  instance<T, X extends object>(source: Source<T, X>): X;
  /** Seconds between samples, as configured. */
  readonly refresh: number;
  /** Asks for one more read in about this many milliseconds: when something is due, or has come in the background. */
  again(ms: number): void;
  /**
   * States why fields of a working plugin are null ("no permission to read …"), with the remedy; null: they are not. One text for
   * each topic, 16 topics at most. Together with impossible values, it is the reason in `/api/plugins`.
   */
  notice(topic: string, reason: Reason | null): void;
}

/** Thrown by `create` or `read` when this host does not have what the plugin shows. The message says what was looked for. */
export class Unsupported extends SaidError {
  override readonly name = 'Unsupported';
}

interface Described<O extends Options, N extends string> {
  /** Name in paths and configuration. */
  readonly name: N;
  /** One sentence for documentation. */
  readonly description: string;
  /** Heavy plugins are read at a slow beat while nobody is interested, like those that record nothing (resting.ts). Default: light. */
  readonly weight?: 'light' | 'heavy';
  /** Seconds between samples unless configured; default: the global refresh. */
  readonly refresh?: number;
  /** Seconds between samples without clients, where `refresh` is not configured; default: at least the slow beat. */
  readonly idleRefresh?: number;
  /** Name of the plugin with which this one is always sampled, at its refresh and demand. */
  readonly pacedBy?: string;
  /** Seconds a read may take before it counts as stalled; default 10. */
  readonly deadline?: number;
  readonly options?: O;
  /** False: its values are those of other plugins, or no measurements. `by item`: each item names its own metric. */
  readonly metrics?: false | 'by item';
}

/** A read that is done at once, or later. */
export type MaybePromise<T> = T | Promise<T>;

/** Served as an object of fields; null reads as "nothing available" and is served as `{}`. */
export interface ObjectPlugin<
  F extends Fields = Fields,
  O extends Options = Options,
  N extends string = string,
  X extends Field = Field,
> extends Described<O, N> {
  readonly shape: 'object';
  readonly fields: F;
  /** Declaration of members whose names only the host knows, such as one per array of disks. Each is judged by its rules. */
  readonly others?: X;
  /** Serves `time_since_update` although no field is a counter. */
  readonly timed?: boolean;
  /** Last word on the views, where they depend on more than levels. */
  decorate?(views: Record<string, View>, limits: Limits): Served;
  create(context: PluginContext<O>): { read(): MaybePromise<Reading<F> | null> };
}

/** Served as an array of items. */
export interface ListPlugin<
  F extends Fields = Fields,
  O extends Options = Options,
  N extends string = string,
  X extends Field = Field,
> extends Described<O, N> {
  readonly shape: 'list';
  readonly fields: F;
  /** Declaration of members of an item whose names only the host knows. */
  readonly others?: X;
  /** Field that identifies an item; null if items have no identity, hence no counters, extremes or history. */
  readonly key: (keyof F & string) | null;
  /**
   * Unchanged items are the same object as in the previous snapshot; only `time_since_update` may differ. Results derived from them
   * are cached. Items have no other member of that name.
   */
  readonly keepsItems?: boolean;
  /** False leaves out the member `key` that names the identity field. */
  readonly keyMember?: boolean;
  readonly timed?: boolean;
  /** Last word on the views, by identity, where they depend on more than levels. */
  decorate?(views: Record<string, Record<string, View>>, items: readonly Served[], limits: Limits): Served;
  create(context: PluginContext<O>): { read(): MaybePromise<Reading<F>[]> };
}

/** Served as one string or as null; it has neither units, views nor history. */
export interface ScalarPlugin<O extends Options = Options, N extends string = string> extends Described<
  O,
  N
> {
  readonly shape: 'scalar';
  readonly value: Field<string | null>;
  create(context: PluginContext<O>): { read(): MaybePromise<string | null> };
}

export type Plugin = ObjectPlugin | ListPlugin | ScalarPlugin;

/** Declares a plugin; its only job is to tie the types of name, fields, options and readings together. */
export function definePlugin<
  const F extends Fields,
  const N extends string,
  const O extends Options = Record<never, Option>,
  X extends Field = never,
>(plugin: ObjectPlugin<F, O, N, X>): ObjectPlugin<F, O, N, X>;
export function definePlugin<
  const F extends Fields,
  const N extends string,
  const O extends Options = Record<never, Option>,
  X extends Field = never,
>(plugin: ListPlugin<F, O, N, X>): ListPlugin<F, O, N, X>;
export function definePlugin<const N extends string, const O extends Options = Record<never, Option>>(
  plugin: ScalarPlugin<O, N>,
): ScalarPlugin<O, N>;
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

/** Members whose names only the host knows. */
type Others<F extends Fields, X extends Field> = [X] extends [never]
  ? unknown
  : Record<string, FieldValue<X> | FieldValue<F[keyof F]>>;

/** Served value of a declared plugin. An object is empty before the first reading. */
export type ServedBy<P> =
  P extends ListPlugin<infer F, infer _, string, infer X>
    ? (ServedOf<F> & Others<F, X>)[]
    : P extends ObjectPlugin<infer F, infer _, string, infer X>
      ? Partial<ServedOf<F>> & Others<F, X>
      : string | null;

/** Returns the declared fields; none for a scalar. */
export const fieldsOf = (plugin: Plugin): Fields => (plugin.shape === 'scalar' ? {} : plugin.fields);

/** Returns the declaration of members whose names are not known in advance. */
export const othersOf = (plugin: Plugin): Field | undefined =>
  plugin.shape === 'scalar' ? undefined : plugin.others;

/** True when items or object carry `time_since_update`. */
export const isTimed = (plugin: Plugin): boolean =>
  plugin.shape !== 'scalar' &&
  (plugin.timed === true || Object.values(plugin.fields).some((field) => field.kind === 'counter'));

/** Returns the served value of a plugin without a reading. */
export function emptyValue(plugin: Plugin): PluginValue {
  if (plugin.shape === 'list') return [];
  return plugin.shape === 'object' ? {} : null;
}
