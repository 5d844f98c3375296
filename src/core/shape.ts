/** Shapes of JSON: from one declaration follow the schema, the type and the check of a value. */
import { isNumber, isObject } from './members.ts';
import type { Schema } from './schema.ts';

/** A JSON Schema that knows the type of its values. */
export type Shape<T> = Schema & {
  /** Only for the compiler. */
  readonly valueType?: T;
};

export type TypeOf<S> = S extends { readonly valueType?: infer T } ? T : never;

interface TextBounds {
  readonly minLength?: number;
  readonly maxLength?: number;
}

export const text = (description: string, bounds: TextBounds = {}): Shape<string> => ({
  type: 'string',
  description,
  ...bounds,
});

export const flag = (description: string): Shape<boolean> => ({ type: 'boolean', description });

export const integer = (description?: string): Shape<number> => ({
  type: 'integer',
  ...(description !== undefined && { description }),
});

/** The shape, or null. */
export const orNull = <T>(shape: Shape<T>): Shape<T | null> => ({ ...shape, type: [shape['type'], 'null'] });

interface ListBounds {
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export const listOf = <T>(items: Shape<T>, bounds: ListBounds = {}): Shape<readonly T[]> => ({
  type: 'array',
  items,
  ...bounds,
});

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

export const mapOf = <T>(description: string, values: Shape<T>): Shape<Readonly<Record<string, T>>> => ({
  type: 'object',
  description,
  additionalProperties: values,
});

/** True if the value has the shape. Members that the shape lacks may be those of a newer version. */
export const isOf = <T>(shape: Shape<T>, value: unknown): value is T => problemIn(shape, value, '') === null;

/**
 * What is wrong with a value, as a sentence without a full stop that names the member; null: it has the shape. Knows the keywords that
 * the builders above write.
 */
export function problemIn(shape: Schema, value: unknown, name: string): string | null {
  if (!hasType(shape, value)) return `${name || 'The value'} must be ${expected(shape)}`;
  if (Array.isArray(value)) {
    const items = shape['items'] as Schema | undefined;
    return items === undefined
      ? null
      : first(value.entries(), ([at, one]) => problemIn(items, one, `${name}[${at}]`));
  }
  if (!isObject(value)) return null;
  const { properties, required = [], additionalProperties: others } = shape as ObjectSchema;
  if (properties === undefined)
    return typeof others !== 'object'
      ? null
      : first(Object.entries(value), ([key, member]) => problemIn(others, member, memberName(name, key)));
  return first(Object.entries(properties), ([key, member]) =>
    Object.hasOwn(value, key) || required.includes(key)
      ? problemIn(member, value[key], memberName(name, key))
      : null,
  );
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
}

const memberName = (name: string, key: string): string => (name === '' ? key : `${name}.${key}`);

function first<T>(all: Iterable<T>, problemOf: (one: T) => string | null): string | null {
  for (const one of all) {
    const problem = problemOf(one);
    if (problem !== null) return problem;
  }
  return null;
}

const typesOf = ({ type }: Schema): readonly unknown[] => [type].flat();

const isWithin = (value: number, least: unknown, most: unknown): boolean =>
  !(isNumber(least) && value < least) && !(isNumber(most) && value > most);

function hasType(shape: Schema, value: unknown): boolean {
  const types = typesOf(shape);
  if (value === null) return types.includes('null');
  if (typeof value === 'string')
    return types.includes('string') && isWithin(value.length, shape['minLength'], shape['maxLength']);
  if (typeof value === 'boolean') return types.includes('boolean');
  if (isNumber(value))
    return (
      (types.includes('number') || (types.includes('integer') && Number.isInteger(value))) &&
      isWithin(value, shape['minimum'], shape['maximum'])
    );
  if (Array.isArray(value))
    return types.includes('array') && isWithin(value.length, shape['minItems'], shape['maxItems']);
  return isObject(value) && types.includes('object');
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const boundsText = (least: unknown, most: unknown): string =>
  isNumber(most) ? `${isNumber(least) ? `${least} to ` : 'at most '}${most}` : `at least ${String(least)}`;

/** `a text of at most 500 characters, or null` */
function expected(shape: Schema): string {
  const { minLength, maxLength, minItems, maxItems } = shape;
  const words = typesOf(shape)
    .map((type) => WORDS[String(type)])
    .join(', or ');
  if (minLength !== undefined || maxLength !== undefined)
    return words.replace('a text', `a text of ${boundsText(minLength, maxLength)} characters`);
  if (minItems !== undefined || maxItems !== undefined)
    return words.replace('a list', `a list of ${boundsText(minItems, maxItems)} items`);
  return words;
}
