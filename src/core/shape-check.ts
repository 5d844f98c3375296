/** Checks values of files and requests by their shape. */
import { isNumber, isObject } from './members.ts';
import type { Schema } from './schema.ts';
import type { Served } from './served.ts';
import { LOSSY, RULE, type Shape } from './shape.ts';

/** True if the value has the shape. Members that the shape lacks may be those of a newer version. */
export const isOf = <T>(shape: Shape<T>, value: unknown): value is T => checkOf(shape)(value) === null;

/** Returns a predicate for the shape, to test thousands of values. */
export function testOf<T>(shape: Shape<T>): (value: unknown) => value is T {
  let check: Check | null = null;
  return (value): value is T => (check ??= checkOf(shape))(value) === null;
}

/**
 * Returns what is wrong with a value, as a sentence without a full stop that names the member; null if it has the shape. Supports
 * the keywords that the builders of shapes write.
 * @param whole what the value is called without a name
 */
export function problemIn(shape: Schema, value: unknown, name = '', whole = 'The value'): string | null {
  const flaw = checkOf(shape)(value);
  return flaw && `${pathText([name, ...flaw.path]) || whole} must be ${flaw.expected}`;
}

/** Drops wrong entries of lists that allow it, and reports them. */
export function withoutWrong(
  shape: Schema,
  value: unknown,
  onProblem: (text: string) => void,
  name = '',
): unknown {
  const { [LOSSY]: isLossy, items, properties } = shape as Shape<never>;
  if (isLossy === true && Array.isArray(value))
    return value.filter((one, at) => {
      const problem = problemIn(items as Schema, one, `${name}[${at}]`);
      if (problem !== null) onProblem(problem);
      return problem === null;
    });
  if (properties === undefined || !isObject(value)) return value;
  const members = Object.entries(properties as Readonly<Record<string, Schema>>)
    .filter(([key]) => Object.hasOwn(value, key))
    .map(([key, member]) => [key, withoutWrong(member, value[key], onProblem, pathText([name, key]))]);
  return { ...value, ...Object.fromEntries(members) };
}

interface Flaw {
  readonly path: readonly (string | number)[];
  readonly expected: string;
}
/**
 * Returns the first flaw of a value. Path and words are only composed for a wrong one, since a start checks thousands of values.
 */
type Check = (value: unknown) => Flaw | null;

function checkOf(shape: Schema): Check {
  const { anyOf, [RULE]: rule } = shape as Shape<never>;
  if (Array.isArray(anyOf)) return checkAny((anyOf as readonly Schema[]).map(checkOf));
  const isTyped = typeTest(shape);
  const checkItems = itemCheck(shape as ListSchema);
  const checkMembers = memberCheck(shape as ObjectSchema);
  return (value) => {
    if (!isTyped(value)) return { path: [], expected: ruleWords(shape) ?? expected(shape) };
    if (typeof value === 'object' && value !== null) {
      const flaw = Array.isArray(value) ? checkItems?.(value) : checkMembers?.(value as Served);
      if (flaw) return flaw;
    }
    return value === null || rule === undefined || rule.holds(value as never)
      ? null
      : { path: [], expected: ruleWords(shape) ?? rule.expected };
  };
}

const checkAny =
  (checks: readonly Check[]): Check =>
  (value) => {
    const flaws: Flaw[] = [];
    for (const check of checks) {
      const flaw = check(value);
      if (flaw === null) return null;
      flaws.push(flaw);
    }
    const words = flaws.map((flaw) => flaw.expected).join(', or ');
    return flaws.find(({ path }) => path.length > 0) ?? { path: [], expected: words };
  };

interface ListSchema {
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
}

function itemCheck({ items, prefixItems }: ListSchema): ((values: readonly unknown[]) => Flaw | null) | null {
  if (items === undefined && prefixItems === undefined) return null;
  const first = (prefixItems ?? []).map(checkOf);
  const others = items && checkOf(items);
  return (values) => {
    for (let at = 0; at < values.length; at += 1) {
      const flaw = (first[at] ?? others)?.(values[at]);
      if (flaw) return within(at, flaw);
    }
    return null;
  };
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
}

function memberCheck({
  properties,
  required = [],
  additionalProperties: others,
}: ObjectSchema): ((value: Served) => Flaw | null) | null {
  if (properties === undefined) return typeof others === 'object' ? mapCheck(checkOf(others)) : null;
  const members = Object.entries(properties).map(([name, member]) => ({
    name,
    check: checkOf(member),
    isRequired: required.includes(name),
  }));
  return (value) => {
    for (const { name, check, isRequired } of members) {
      const member = value[name];
      if (member === undefined && !isRequired) continue;
      const flaw = check(member);
      if (flaw !== null) return within(name, flaw);
    }
    return null;
  };
}

const mapCheck =
  (check: Check) =>
  (value: Served): Flaw | null => {
    for (const name of Object.keys(value)) {
      const flaw = check(value[name]);
      if (flaw !== null) return within(name, flaw);
    }
    return null;
  };

const within = (key: string | number, { path, expected: words }: Flaw): Flaw => ({
  path: [key, ...path],
  expected: words,
});

/** Words of a rule of a text or number: they say more than those of its type. */
const ruleWords = (shape: Shape<never>): string | undefined => {
  const words = shape[RULE]?.expected;
  const types = typesOf(shape);
  if (words === undefined || types.includes('object') || types.includes('array')) return undefined;
  return types.includes('null') ? `${words}, or null` : words;
};

/** `tiles[2].size` */
const pathText = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (whole, key) => (typeof key === 'number' ? `${whole}[${key}]` : whole === '' ? key : `${whole}.${key}`),
    '',
  );

const typesOf = ({ type }: Schema): readonly unknown[] => [type].flat();

const isWithin = (value: number, least: unknown, most: unknown): boolean =>
  !(isNumber(least) && value < least) && !(isNumber(most) && value > most);

/** Beyond any measured value; sums and squares of millions of such numbers stay finite. */
const LARGEST = 1e100;

function typeTest(shape: Schema): (value: unknown) => boolean {
  const { enum: choices, minimum, maximum, minLength, maxLength, minItems, maxItems } = shape;
  if (Array.isArray(choices)) return (value) => choices.includes(value);
  // Without a type it may be anything.
  if (shape['type'] === undefined) return (value) => value !== undefined;
  const [isText, isFlag, isReal, isInteger, isList, isMap, isNull] = TYPES.map((type) =>
    typesOf(shape).includes(type),
  );
  return (value) => {
    switch (typeof value) {
      case 'string':
        return isText === true && isWithin(value.length, minLength, maxLength);
      case 'boolean':
        return isFlag === true;
      case 'number':
        return (
          Math.abs(value) <= LARGEST &&
          (isReal === true || (isInteger === true && Number.isSafeInteger(value))) &&
          isWithin(value, minimum, maximum)
        );
      case 'object':
        if (value === null) return isNull === true;
        return Array.isArray(value)
          ? isList === true && isWithin(value.length, minItems, maxItems)
          : isMap === true;
      default:
        return false;
    }
  };
}
const TYPES = ['string', 'boolean', 'number', 'integer', 'array', 'object', 'null'] as const;

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const boundsText = (least: unknown, most: unknown): string => {
  if (!isNumber(most)) return `at least ${String(least)}`;
  return isNumber(least) ? `from ${least} to ${most}` : `at most ${most}`;
};

/** `rest or rpc`, `one of a, b, c` */
function choiceText(choices: readonly unknown[]): string {
  const words = choices.filter((one) => one !== null).join(choices.length < 4 ? ' or ' : ', ');
  return `${choices.length < 4 ? '' : 'one of '}${words}${choices.includes(null) ? ', or null' : ''}`;
}

/** `a text of at most 500 characters, or null` */
function expected(shape: Schema): string {
  const { enum: choices, minLength, maxLength, minItems, maxItems, minimum, maximum } = shape;
  if (Array.isArray(choices)) return choiceText(choices);
  const words = typesOf(shape)
    .map((type) => WORDS[String(type)])
    .join(', or ');
  if (minLength !== undefined || maxLength !== undefined)
    return words.replace(
      'a text',
      `a text of ${boundsText(minLength, maxLength).replace('from ', '')} characters`,
    );
  if (minItems !== undefined || maxItems !== undefined)
    return words.replace('a list', `a list of ${boundsText(minItems, maxItems).replace('from ', '')} items`);
  if (minimum !== undefined || maximum !== undefined)
    return words.replace('number', `number ${boundsText(minimum, maximum)}`);
  return words;
}
