/**
 * Field declarations. Types, JSON Schema, rates, extremes, history, units, descriptions, limits, levels, views and documentation are
 * derived from them.
 */
import type { Json, Served, ServedMember } from './served.ts';
import type { LevelRule } from './level-rule.ts';
import type { Metric } from './metric.ts';
import type { Range, RangeBy } from './range.ts';
import type { Unit } from './unit.ts';

/**
 * - `gauge`: goes up and down; has history.
 * - `counter`: only grows. Readings contain the cumulative value; served are its increase, `_gauge` and `_rate_per_sec`.
 * - `constant`: rarely changes (totals, cores, speeds); no history.
 * - `cumulative`: only grows and is served as is, without companions; no history.
 * - `derived`: computed from the served item after rates are known; not in readings.
 */
export type FieldKind =
  | 'gauge'
  | 'counter'
  | 'constant'
  | 'cumulative'
  | 'derived'
  | 'text'
  | 'flag'
  | 'list'
  | 'object';

export interface FieldOptions {
  /** Unit that `/unit` reports, where clients expect another than the true one. */
  wireUnit?: Unit;
  /** Sibling member with the unit of the value, where it differs per item. */
  unitBy?: string;
  /** Reason why the value may be null, as a clause: `its driver reports none`. Shown with the null. */
  nullWhen?: `${string} ${string}`;
  /** A text may stand in place of the number. */
  orText?: boolean;
  /** A boolean may stand in place of the number. */
  orFlag?: boolean;
  /** The key may be missing. */
  sparse?: boolean;
  /** Served with `_min`, `_max` and `_mean`. */
  extremes?: boolean;
  /** False keeps a gauge out of the history. */
  history?: boolean;
  /** View flag: a user interface may leave the field out when space is short. */
  optional?: boolean;
  /** View flag `hidden` follows the plugin option `hide_zero`: hidden until the value was above zero once. */
  hideZero?: boolean;
  /** Its texts are a program and its arguments, which may hold secrets: viewers get the program alone. */
  holdsArguments?: true;
  /** How the value is judged against thresholds; several rules where it depends on the item which one applies. */
  level?: LevelRule | readonly LevelRule[];
  /** How it appears among metrics, where kind and unit do not say it. */
  metric?: Metric;
  /** Smallest and largest possible value; default: those of the unit (ranges.ts). Other values are served as null. Null: any number. */
  range?: Range | RangeBy | null;
  /** Numbers by which hardware or kernel say "unknown", or for which `nullWhen` is the reason. */
  sentinels?: readonly number[];
  /** Values above the range up to this one are served as its end: they come from rounding, or from a worn battery. */
  cappedUpTo?: number;
  /** Sibling member that limits the value; a larger value is served as null. */
  atMost?: string;
  /** Added to the value before it is compared with `atMost`: `used` and `free` share a `size`. */
  beside?: string;
  /** Members from which the plugin computes the value; null when one of them is impossible. */
  from?: readonly string[];
  /** Of a counter: its width; default 64. 32 where it has so many on some machines: it may exceed them on others. */
  bits?: 32 | 64;
  /** Of a counter of 32 bits: what one count stands for, such as the bytes of a sector. */
  oneIs?: number;
  /** Of a counter: most that it can count per second, in its unit. A fall to more than that is no restart; a rise beyond twice a
   * constant one is a fault. Default: by unit (ranges.ts). */
  fastest?: number | ((served: Served) => number);
  /** Of a counter of CPU time: `fastest` is that of one core. */
  perCore?: true;
  /** Of a counter: readings contain several cumulative values; their increases are added up. */
  parts?: true;
}

/** A number that could not be measured: served as null. The plugin says why with `notice`. */
export const UNKNOWN = Number.NaN;

/** A declared field; `T` is the type of its value in a reading, `O` its options as literal types. */
export interface Field<
  T = ServedMember,
  K extends FieldKind = FieldKind,
  O extends FieldOptions = FieldOptions,
> {
  readonly kind: K;
  readonly unit: Unit | null;
  readonly description: string;
  readonly options: O;
  /** Element of a `list`, member of a map. */
  readonly of?: Field;
  /** Members of an `object`. */
  readonly members?: Fields;
  /** How a `derived` value is computed from the served item; truncation and nulls are up to it. */
  readonly derive?: (served: Served) => number | null;
  /** Only for the compiler: the type of the value. */
  readonly valueType?: T;
}

export type Fields = Readonly<Record<string, Field>>;

type Worded<T, O extends FieldOptions> = O extends { orText: true } ? T | string : T;
type Flagged<T, O extends FieldOptions> = O extends { orFlag: true } ? Worded<T, O> | boolean : Worded<T, O>;
type Value<T, O extends FieldOptions> = O extends { nullWhen: string } ? Flagged<T, O> | null : Flagged<T, O>;
/** Type of a counter in a reading. */
type Counted<O extends FieldOptions> = O extends { parts: true } ? readonly number[] : number;
type Made<T, K extends FieldKind, O extends FieldOptions> = Field<Value<T, O>, K, O>;

function make<T, K extends FieldKind, const O extends FieldOptions>(
  kind: K,
  unit: Unit | null,
  description: string,
  options: O | undefined,
  extra?: Pick<Field, 'of' | 'members' | 'derive'>,
): Made<T, K, O> {
  return { kind, unit, description, options: options ?? ({} as O), ...extra };
}

/** A number that goes up and down. */
export const gauge = <const O extends FieldOptions = object>(
  unit: Unit | null,
  description: string,
  options?: O & FieldOptions,
) => make<number, 'gauge', O>('gauge', unit, description, options);

/** A cumulative number; served as increase, `_gauge` and `_rate_per_sec`. */
export const counter = <const O extends FieldOptions = object>(
  unit: Unit,
  description: string,
  options?: O & FieldOptions,
) => make<Counted<O>, 'counter', O>('counter', unit, description, options);

/** A number without history: totals, cores, speeds. */
export const constant = <const O extends FieldOptions = object>(
  unit: Unit | null,
  description: string,
  options?: O & FieldOptions,
) => make<number, 'constant', O>('constant', unit, description, options);

/** A number that only grows, served as it is. */
export const cumulative = <const O extends FieldOptions = object>(
  unit: Unit,
  description: string,
  options?: O & FieldOptions,
) => make<number, 'cumulative', O>('cumulative', unit, description, options);

/** A gauge computed from the served item once its rates are known. */
export const derived = <const O extends FieldOptions = object>(
  unit: Unit,
  description: string,
  derive: (served: Served) => O extends { nullWhen: string } ? number | null : number,
  options?: O & FieldOptions,
) => make<number, 'derived', O>('derived', unit, description, options, { derive });

export const text = <const O extends FieldOptions = object>(
  description: string,
  options?: O & FieldOptions & { unit?: Unit | null },
) => make<string, 'text', O>('text', options?.unit ?? null, description, options);

/** A boolean. */
export const flag = <const O extends FieldOptions = object>(
  unit: Unit | null,
  description: string,
  options?: O & FieldOptions,
) => make<boolean, 'flag', O>('flag', unit, description, options);

/** An array of values of one declared field. */
export const list = <T extends ServedMember, const O extends FieldOptions = object>(
  unit: Unit | null,
  description: string,
  of: Field<T>,
  options?: O & FieldOptions,
) => make<T[], 'list', O>('list', unit, description, options, { of });

/** A nested object with declared members. */
export const object = <F extends Fields, const O extends FieldOptions = object>(
  unit: Unit | null,
  description: string,
  members: F,
  options?: O & FieldOptions,
) => make<Reading<F>, 'object', O>('object', unit, description, options, { members });

/** Any JSON value: what another program says, as it says it. */
export const anything = (description: string) =>
  make<Json, 'object', object>('object', null, description, {});

/** A nested object whose members all are of one declared kind, under names that only the host knows. */
export const mapOf = <T extends ServedMember, const O extends FieldOptions = object>(
  unit: Unit | null,
  description: string,
  of: Field<T>,
  options?: O & FieldOptions,
) => make<Record<string, T>, 'object', O>('object', unit, description, options, { of });

type Optional<F extends Fields> = {
  [K in keyof F]: F[K]['kind'] extends 'derived'
    ? never
    : F[K]['options'] extends { sparse: true }
      ? K
      : never;
}[keyof F];
type Required<F extends Fields> = {
  [K in keyof F]: F[K]['kind'] extends 'derived'
    ? never
    : F[K]['options'] extends { sparse: true }
      ? never
      : K;
}[keyof F];
/** Type of a declared field's value. */
export type FieldValue<F> = F extends Field<infer T> ? T : never;

/** Result of a plugin's `read`: every declared field except the derived ones, counters as cumulative values. */
export type Reading<F extends Fields> = { [K in Required<F>]: FieldValue<F[K]> } & {
  [K in Optional<F>]?: FieldValue<F[K]>;
};

type KeysOfKind<F extends Fields, K extends FieldKind> = {
  [N in keyof F]: F[N]['kind'] extends K ? N : never;
}[keyof F];
/** True for fields whose value may be absent: their companions are absent with it. */
type MayLack<D extends Field> = D['options'] extends { sparse: true } | { nullWhen: string } ? true : false;
type CompanionNames<N extends string, D extends Field> =
  | (D['kind'] extends 'counter' ? `${N}_gauge` | `${N}_rate_per_sec` : never)
  | (D['options'] extends { extremes: true } ? `${N}_${'min' | 'max' | 'mean'}` : never);
type Companions<F extends Fields> = {
  [N in keyof F & string as MayLack<F[N]> extends true ? never : CompanionNames<N, F[N]>]: number;
} & {
  [N in keyof F & string as MayLack<F[N]> extends true ? CompanionNames<N, F[N]> : never]?: number;
};

/** The served form: a reading plus companions of counters, extremes and derived values. */
export type ServedOf<F extends Fields> = Reading<F> &
  Companions<F> & { [N in KeysOfKind<F, 'derived'>]: FieldValue<F[N]> } & ([
    KeysOfKind<F, 'counter'>,
  ] extends [never]
    ? object
    : { time_since_update: number });

/** Names of the companions that a field gains on the wire. */
export function companions(name: string, field: Field): string[] {
  const names: string[] = [];
  if (field.kind === 'counter') names.push(`${name}_gauge`, `${name}_rate_per_sec`);
  if (field.options.extremes) names.push(`${name}_min`, `${name}_max`, `${name}_mean`);
  return names;
}

/** True when the field's history is recorded; the series of a counter is its rate. */
export function hasHistory(field: Field): boolean {
  if (field.options.history === false) return false;
  return field.kind === 'gauge' || field.kind === 'derived' || field.kind === 'counter';
}
