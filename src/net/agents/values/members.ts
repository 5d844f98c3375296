/** Members of untrusted values. */

type Members = Readonly<Record<string, unknown>>;

/** True for objects with named members: no arrays, no null. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of an object; undefined for anything else. Own members only: names are untrusted. */
export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
