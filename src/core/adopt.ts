/** Reads values of other programs by their declared shapes: they may be of another version, broken or hostile. */
import { isObject } from './members.ts';
import type { Schema } from './schema.ts';
import { testOf } from './shape-check.ts';
import type { Shape } from './shape.ts';

/** Bound of lists and maps that declare none. */
const MOST_ENTRIES = 10_000;

/** A member that a {@link Form} does not know is left out. */
interface Form {
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly minItems?: number;
}

/** Undefined: wrong. */
type Read = (value: unknown) => unknown;
type Clean = (text: string) => string;

/**
 * Returns a function that takes what has the shape out of a value; null: nothing.
 * - Members that the shape lacks are left out, and so are wrong entries of lists and maps. Where entries may be null, they are null.
 * - Lists and texts are cut at their bounds.
 * - A member that is wrong or missing is absent. Where it is required it is null, false or an empty list if the shape allows that;
 *   otherwise its object is wrong.
 * @param clean changes texts that are no choices
 */
export function adopt<T>(shape: Shape<T>, clean: Clean = (text) => text): (value: unknown) => T | null {
  let read: Read | null = null;
  return (value) => ((read ??= readerOf(shape, clean))(value) ?? null) as T | null;
}

function readerOf(shape: Schema, clean: Clean): Read {
  const form = shape as Form;
  if (form.anyOf !== undefined) return firstOf(form.anyOf.map((one) => readerOf(one, clean)));
  const isRight = testOf(shape as Shape<string>);
  const right: Read = (value) => (isRight(value) ? value : undefined);
  const inList = form.items && entries(form.items, clean, form.maxItems);
  const inTuple = form.prefixItems && places(form, clean);
  const inObject = form.properties ? members(form, clean) : valuesOf(form, clean);
  return (value) => {
    if (typeof value === 'string')
      return right(form.enum === undefined ? clean(value.slice(0, form.maxLength)) : value);
    if (Array.isArray(value)) return (inTuple ?? inList)?.(value);
    return isObject(value) && inObject !== undefined ? inObject(value) : right(value);
  };
}

const firstOf =
  (readers: readonly Read[]): Read =>
  (value) => {
    for (const read of readers) {
      const found = read(value);
      if (found !== undefined) return found;
    }
    return undefined;
  };

function entries(items: Schema, clean: Clean, most = MOST_ENTRIES) {
  const read = readerOf(items, clean);
  const wrong = blankOf(items) === null ? null : undefined;
  return (values: readonly unknown[]) =>
    values
      .slice(0, most)
      .map((one) => read(one) ?? wrong)
      .filter((one) => one !== undefined);
}

/** Adopts the elements of a tuple up to the first invalid one. */
function places({ prefixItems = [], minItems = 0 }: Form, clean: Clean) {
  const readers = prefixItems.map((one) => readerOf(one, clean));
  return (values: readonly unknown[]) => {
    const found = readers.map((read, at) => read(values[at]));
    const wrong = found.indexOf(undefined);
    const good = wrong < 0 ? found : found.slice(0, wrong);
    return good.length >= minItems ? good : undefined;
  };
}

/** Members of any name. */
function valuesOf({ additionalProperties: others }: Form, clean: Clean) {
  if (!others) return undefined;
  const read = readerOf(others, clean);
  return (value: object) =>
    Object.fromEntries(
      Object.entries(value)
        .slice(0, MOST_ENTRIES)
        .map(([name, member]) => [clean(name), read(member)] as const)
        .filter(([, member]) => member !== undefined),
    );
}

function members({ properties = {}, required = [] }: Form, clean: Clean) {
  const all = Object.entries(properties).map(([name, member]) => ({
    name,
    read: readerOf(member, clean),
    blank: required.includes(name) ? blankOf(member) : undefined,
    isRequired: required.includes(name),
  }));
  return (value: Readonly<Record<string, unknown>>) => {
    const found: [string, unknown][] = [];
    for (const { name, read, blank, isRequired } of all) {
      const own = Object.hasOwn(value, name) ? read(value[name]) : undefined;
      const member = own === undefined ? blank : own;
      if (member !== undefined) found.push([name, member]);
      else if (isRequired) return undefined;
    }
    return Object.fromEntries(found);
  };
}

/** Returns the substitute for a missing required member; undefined if its type has none. */
function blankOf({ type, anyOf = [] }: Schema & Form): null | false | readonly never[] | undefined {
  const types = new Set([type, ...anyOf.flatMap((one) => one['type'])].flat());
  if (types.has('null')) return null;
  if (types.has('boolean')) return false;
  return types.has('array') ? [] : undefined;
}
