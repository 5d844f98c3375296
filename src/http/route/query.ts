/** Parameters of a query, each declared once: documentation, parser and error messages follow. */
import { parseDuration, parseTime } from '../../core/amounts.ts';
import { numberOf, OptionError, wordsOf } from '../../core/option-parse.ts';
import type { Schema } from '../../core/schema.ts';
import { flag, integer, listOf, number, oneOf, text } from '../../core/shape.ts';
import { ApiError } from '../server/errors.ts';
import { inQuery } from '../openapi/parameters.ts';
import type { Part } from '../openapi/types.ts';

/** Values of a query by name, as Fastify parses them: repeated names have a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Context of one parameter while a request is read. */
interface Reading {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface QueryParameter<T = unknown> {
  readonly description: string;
  readonly schema: Schema;
  /** Further members of the parameter in the OpenAPI document. */
  readonly part: Part;
  /** Reads the given values, none if the parameter is missing. Throws an `ApiError`. */
  read(given: readonly string[], reading: Reading): T;
}

export type QueryParameters = Readonly<Record<string, QueryParameter>>;

export type QueryValues<P extends QueryParameters> = {
  readonly [K in keyof P]: P[K] extends QueryParameter<infer T> ? T : never;
};

/** Reads all parameters. Throws an `ApiError` with status 400 that names the invalid one, or one that is not declared. */
export function readQuery<P extends QueryParameters>(
  parameters: P,
  query: unknown,
  now: number,
): QueryValues<P> {
  const names = Object.keys(parameters);
  const other = Object.keys(query as Query).find((name) => !names.includes(name));
  if (other !== undefined)
    throw wrong(`there is no parameter ${shown(other)}: it is one of ${names.join(', ')}`);
  return readDeclared(parameters, query, now);
}

/** Like {@link readQuery}, for requests of other programs, which may have more parameters. */
export const readDeclared = <P extends QueryParameters>(parameters: P, query: unknown, now: number) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, { read }]) => [
      name,
      read(textsOf((query as Query)[name]), { name, now }),
    ]),
  ) as QueryValues<P>;

/** Returns the parameters for the OpenAPI document. */
export const documentQuery = (parameters: QueryParameters): Part[] =>
  Object.entries(parameters).map(([name, { description, schema, part }]) =>
    inQuery(name, description, schema, part),
  );

/** In place of a date. */
const isAge = (text: string): boolean => /^(?:now|-?\d.*[a-z])$/.test(text.trim());

const textsOf = (value: Query[string] = []): string[] =>
  [value].flat().filter((text) => typeof text === 'string');

const wrong = (sentence: string): ApiError => new ApiError(400, sentence);

/** Longer values are cut in error messages. */
const SHOWN = 40;

const shown = (text: string): string =>
  JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Throws an `ApiError` with the expectation. */
const refuse = (name: string, expected: string, text: string): never => {
  throw wrong(`${name} must be ${expected}, not ${shown(text)}`);
};

const wordsFor = (choices: readonly string[]): string =>
  choices.length > 2 ? `one of ${choices.join(', ')}` : choices.join(' or ');

/** Returns the text as one of these words. Throws an `ApiError`. */
export const choiceOf = <T extends string>(name: string, text: string, choices: readonly T[]): T =>
  choices.find((choice) => choice === text) ?? refuse(name, wordsFor(choices), text);

/** Reads the first value, or the default. */
function one<T>(
  description: string,
  schema: Schema,
  part: Part,
  fallback: string | null,
  parse: (text: string, reading: Reading) => T,
): QueryParameter<T | null> {
  return {
    description,
    schema: fallback === null ? schema : { ...schema, default: parsedDefault(schema, fallback) },
    part,
    read([first], reading) {
      const text = first ?? fallback;
      return text === null ? null : parse(text, reading);
    },
  };
}

const parsedDefault = ({ type }: Schema, text: string): string | number =>
  type === 'integer' ? Number(text) : text;

/** A parameter with a default is never null. */
type Given<T, F extends string | null> = QueryParameter<F extends string ? T : T | null>;

interface Bounds<F extends string | null> {
  readonly minimum: number;
  /** Default: none. */
  readonly maximum?: number;
  /** Default: null if the parameter is missing. */
  readonly fallback?: F;
}

/** An integer within bounds. */
export function integerQuery<F extends string | null = null>(
  description: string,
  { minimum, maximum, fallback = null as F }: Bounds<F>,
): Given<number, F> {
  const expected =
    maximum === undefined
      ? `a whole number of at least ${minimum}`
      : `a whole number from ${minimum} to ${maximum}`;
  const schema = integer(undefined, { minimum, ...(maximum !== undefined && { maximum }) });
  return one(description, schema, {}, fallback, (text, { name }) => {
    const value = /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : Number.NaN;
    return value >= minimum && value <= (maximum ?? Infinity) ? value : refuse(name, expected, text);
  }) as Given<number, F>;
}

/** A number; null if missing. */
export const numberQuery = (description: string): QueryParameter<number | null> =>
  one(description, number(), {}, null, (text, { name }) => numberOf(text) ?? refuse(name, 'a number', text));

/** `true` or `false`; false if missing. */
export const flagQuery = (description: string): QueryParameter<boolean> => ({
  description,
  schema: { ...flag(), default: false },
  part: {},
  read: (given, { name }) =>
    given.map((text) => choiceOf(name, text, ['true', 'false'])).some((text) => text === 'true'),
});

export const choiceQuery = <T extends string, F extends T | null = null>(
  description: string,
  choices: readonly T[],
  fallback: F = null as F,
): Given<T, F> =>
  one(description, oneOf(choices), {}, fallback, (text, { name }) => choiceOf(name, text, choices)) as Given<
    T,
    F
  >;

/** A text; null if missing. */
export const textQuery = (
  description: string,
  { maxLength, ...part }: { maxLength?: number; required?: true; example?: string } = {},
): QueryParameter<string | null> =>
  one(
    description,
    text(undefined, { ...(maxLength !== undefined && { maxLength }) }),
    part,
    null,
    (text, { name }) => {
      if (text.length > (maxLength ?? Infinity))
        throw wrong(`${name} must have at most ${maxLength} characters`);
      return text;
    },
  );

/** A value for a parser of `core`, whose `OptionError` gives the expectation. */
const asked = <T>(name: string, text: string, parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    if (error instanceof OptionError) throw wrong(`${name}: ${error.message}, not ${shown(text)}`);
    throw error;
  }
};

/** Beyond, there is no history, and numbers become imprecise. */
const LATEST = Date.UTC(2200, 0);

/** A time in a form of `parseTime`, as milliseconds since the epoch. */
export const timeQuery = (description: string, fallback: string, example?: string) =>
  one(description, text(), example === undefined ? {} : { example }, fallback, (text, { name, now }) => {
    const found = asked(name, text, () => parseTime(text, now));
    // While the clock is not set, ages reach back before 1970.
    const time = isAge(text) ? Math.max(0, found) : found;
    return time >= 0 && time <= LATEST ? time : refuse(name, 'from 1970 to 2200', text);
  }) as QueryParameter<number>;

/** A duration such as `5m`, in milliseconds. @param check returns the expectation if the duration is not allowed, otherwise null */
export const durationQuery = <F extends string | null = null>(
  description: string,
  {
    example,
    fallback = null as F,
    check,
  }: { example: string; fallback?: F; check?: (ms: number) => string | null },
): Given<number, F> =>
  one(description, text(), { example }, fallback, (text, { name }) => {
    const duration = asked(name, text, () => parseDuration(text));
    const expected = check?.(duration) ?? null;
    return expected === null ? duration : refuse(name, expected, text);
  }) as Given<number, F>;

interface ListForm<T extends string> {
  /** Values are separated by commas; the parameter may also be repeated. */
  readonly isCommaSeparated?: true;
  readonly choices?: readonly T[];
  readonly most?: number;
  readonly maxLength?: number;
  readonly required?: true;
  readonly example?: readonly string[];
}

/** Several distinct texts in order of the request; `choices` are matched in any case. */
export function listQuery<T extends string = string>(
  description: string,
  { isCommaSeparated, choices, most = Infinity, maxLength = Infinity, required, example }: ListForm<T> = {},
): QueryParameter<readonly T[]> {
  const checked = (name: string, text: string): T => {
    if (text.length > maxLength) throw wrong(`${name} must have at most ${maxLength} characters`);
    if (choices === undefined) return text as T;
    const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
    return found ?? refuse(name, wordsFor(choices), text);
  };
  return {
    description,
    schema: listOf(choices ? oneOf(choices) : text()),
    part: {
      style: 'form',
      explode: isCommaSeparated !== true,
      ...(required && { required }),
      ...(example && { example }),
    },
    read(given, { name }) {
      const words = isCommaSeparated ? given.flatMap(wordsOf) : given;
      const values = [...new Set(words.map((word) => checked(name, word)))];
      if (values.length > most) throw wrong(`${name} must have at most ${most} values, not ${values.length}`);
      if (required && values.length === 0)
        throw wrong(`${name} is missing: give at least one, such as ${example?.[0]}`);
      return values;
    },
  };
}
