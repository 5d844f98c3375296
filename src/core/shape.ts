/** Shapes of JSON: from one declaration follow the schema, the type and the check of a value. */
import type { Schema } from './schema.ts';
import type { JsonObject } from './served.ts';

/** A JSON Schema that knows the type of its values. */
export type Shape<T> = Schema & {
  /** Only for the compiler. */
  readonly valueType?: T;
  readonly [RULE]?: Rule<T>;
  /** Of a list: wrong entries are left out of a file, and reported. */
  readonly [LOSSY]?: true;
};

export type TypeOf<S> = S extends { readonly valueType?: infer T } ? T : never;

/** Constraint that JSON Schema cannot express. */
export interface Rule<T> {
  /** `a time zone such as Europe/Berlin` */
  readonly expected: string;
  // A method, so that a shape of a narrower type is one of a wider type.
  holds(value: T): boolean;
}

export const RULE = Symbol('rule');
export const LOSSY = Symbol('lossy');

interface TextBounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
}
interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly 'x-unit'?: string;
}
interface ListBounds {
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const described = (description: string | undefined): Schema =>
  description === undefined ? {} : { description };

export const text = (description?: string, bounds: TextBounds = {}): Shape<string> => ({
  type: 'string',
  ...described(description),
  ...bounds,
});

export const flag = (description?: string): Shape<boolean> => ({
  type: 'boolean',
  ...described(description),
});

export const integer = (description?: string, bounds: NumberBounds = {}): Shape<number> => ({
  type: 'integer',
  ...described(description),
  ...bounds,
});

export const number = (description?: string, bounds: NumberBounds = {}): Shape<number> => ({
  type: 'number',
  ...described(description),
  ...bounds,
});

/** End of the year 9999 in milliseconds: later times have no ISO 8601 form with four digits. */
const LAST_TIME = 253_402_300_799_999;

/** Milliseconds since the epoch. @param ifNull what null means, where it may be null */
export const moment = (description?: string, ifNull?: string): Shape<number> =>
  where(
    {
      type: 'number',
      ...described(
        description && `${description}, in milliseconds since 1970${ifNull ? `; null: ${ifNull}` : ''}.`,
      ),
      'x-unit': 'millisecond',
    },
    'a time in milliseconds since 1970',
    (time) => time >= 0 && time <= LAST_TIME,
  );

/** Seconds since the epoch. */
export const momentInSeconds = (description?: string): Shape<number> =>
  where(
    { type: 'number', ...described(description), 'x-unit': 'seconds' },
    'a time in seconds since 1970',
    (time) => time >= 0 && time * 1000 <= LAST_TIME,
  );

/** One of these texts, numbers or flags. */
export const oneOf = <const T extends string | number | boolean>(
  choices: readonly T[],
  description?: string,
): Shape<T> => ({ type: typeof choices[0], enum: [...choices], ...described(description) });

/** A value of any of these shapes. */
export const either = <const S extends readonly Schema[]>(...shapes: S): Shape<TypeOf<S[number]>> => ({
  anyOf: shapes,
});

/** Returns the shape with another description. */
export const describedAs = <T>(shape: Shape<T>, description: string): Shape<T> => ({ ...shape, description });

/** An object with members of any name and value, such as the values of any plugin. */
export const anyObject = (description?: string): Shape<JsonObject> => ({
  type: 'object',
  ...described(description),
});

/** An object with a single member of any name. */
export const ONE_MEMBER: Shape<JsonObject> = { type: 'object', minProperties: 1, maxProperties: 1 };

/** An empty object. */
export const NOTHING: Shape<Readonly<Record<string, never>>> = { type: 'object', maxProperties: 0 };

/** Returns the shape, made nullable. */
export const orNull = <T>(shape: Shape<T>, description?: string): Shape<T | null> =>
  shape['type'] === undefined || shape['type'] === 'object'
    ? { anyOf: [shape, { type: 'null' }], ...described(description) }
    : ({
        ...shape,
        type: [shape['type'], 'null'],
        ...(shape['enum'] !== undefined && { enum: [...(shape['enum'] as readonly unknown[]), null] }),
        ...described(description),
      } as Shape<T | null>);

export const listOf = <T>(items: Shape<T>, bounds: ListBounds = {}): Shape<readonly T[]> => ({
  type: 'array',
  items,
  ...bounds,
});

/** A list of which each place has its own shape. @param least places that are there */
export const tuple = <T extends readonly unknown[]>(
  places: { readonly [K in keyof T]-?: Shape<T[K]> },
  least: number,
): Shape<T> => ({ type: 'array', prefixItems: places, minItems: least });

/** A list in a file: one wrong entry is no reason to lose the others. */
export const lossyListOf = <T>(items: Shape<T>): Shape<readonly T[]> => ({ ...listOf(items), [LOSSY]: true });

type Members<P, O extends keyof P> = {
  readonly [K in Exclude<keyof P, O>]: TypeOf<P[K]>;
} & { readonly [K in O]?: TypeOf<P[K]> };

/** An object with these members and no others. */
export const closed = <const P extends Readonly<Record<string, Schema>>, const O extends keyof P = never>(
  description: string,
  properties: P,
  optional: readonly O[] = [],
): Shape<Members<P, O>> => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name as O)),
  additionalProperties: false,
});

const each =
  <T>(shape: Shape<T>) =>
  <const N extends string>(...names: readonly N[]) =>
    Object.fromEntries(names.map((name) => [name, shape])) as Readonly<Record<N, Shape<T>>>;

/** Members of one type, without descriptions. */
export const texts = each(text());
export const numbers = each(number());
export const flags = each(flag());

/** An object of another program, of which only these members are sure. */
export const loose = <const P extends Readonly<Record<string, Schema>>, const R extends keyof P = never>(
  properties: P,
  required: readonly R[] = [],
): Shape<Members<P, Exclude<keyof P, R>>> => ({ type: 'object', properties, required });

/** Returns the object with further members. */
export const extended = <
  T,
  const P extends Readonly<Record<string, Schema>>,
  const O extends keyof P = never,
>(
  shape: Shape<T>,
  properties: P,
  optional: readonly O[] = [],
): Shape<T & Members<P, O>> => {
  const more = closed('', properties, optional);
  return {
    ...shape,
    properties: { ...Object(shape['properties']), ...properties },
    required: [...(shape['required'] as string[]), ...(more['required'] as string[])],
  } as Shape<T & Members<P, O>>;
};

/** Returns the object with some of its members. */
export const picked = <T, const N extends keyof T & string>(
  { properties, required, ...shape }: Shape<T>,
  names: readonly N[],
  description: string,
): Shape<Pick<T, N>> => ({
  ...shape,
  description,
  properties: Object.fromEntries(
    names.map((name) => [name, (properties as Readonly<Record<string, Schema>>)[name]]),
  ),
  required: names.filter((name) => (required as readonly string[]).includes(name)),
});

/** Names of the members. */
export const namesIn = <T>(shape: Shape<T>): (keyof T & string)[] =>
  Object.keys(Object(shape['properties'])) as (keyof T & string)[];

export const mapOf = <T>(description: string, values: Shape<T>): Shape<Readonly<Record<string, T>>> => ({
  type: 'object',
  description,
  additionalProperties: values,
});

/**
 * Adds a rule that JSON Schema cannot express, or that is not published.
 * @param expected ends the sentence `NAME must be …`
 */
export const where = <T>(shape: Shape<T>, expected: string, holds: (value: T) => boolean): Shape<T> => ({
  ...shape,
  [RULE]: { expected, holds },
});
