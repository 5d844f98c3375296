/** Kinds and members of values from outside. */
import type { Served, ServedMember } from './served.ts';

/** True for objects with named members: no arrays, no null. */
export const isObject = (value: unknown): value is Served =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is a number; null for all others. */
export const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && !Number.isNaN(value) ? value : null;

/** True for numbers that JSON can express. */
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A member of an object; undefined for anything else. Own members only: names are untrusted. */
export const memberOf = (value: unknown, name: string): ServedMember =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Returns the value at a path of own members; undefined if missing. */
export function valueAt(value: ServedMember, path: readonly string[]): ServedMember {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Served)[name];
  }
  return found;
}
