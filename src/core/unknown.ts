/**
 * Values of an item that are null because they could not be measured or are impossible. The mark travels with the item, invisible in
 * JSON, so that nothing is computed from a null as if it were 0.
 */
import type { Served } from './served.ts';

/** Why a member is null, as a sentence without a full stop; null: the plugin says it. */
export type Reasons = Map<string, string | null>;

const UNKNOWN = Symbol('unknown');

interface Marked {
  [UNKNOWN]?: Reasons;
}

/** Members that are unknown, with reasons; undefined: none. */
export const unknownIn = (item: object): Reasons | undefined => (item as Marked)[UNKNOWN];

/** Marks a member that is null. */
export function markUnknown(item: object, name: string, reason: string | null): void {
  ((item as Marked)[UNKNOWN] ??= new Map()).set(name, reason);
}

/** Sets a member to null and marks it. */
export function setUnknown(item: Served, name: string, reason: string | null): void {
  item[name] = null;
  markUnknown(item, name, reason);
}

/** Returns the result of a computation; `otherwise` if it used an unknown member. */
export function computeFrom<T>(item: Served, compute: (item: Served) => T, otherwise: T): T {
  const unknown = unknownIn(item);
  if (unknown === undefined) return compute(item);
  let isKnown = true;
  const watched = new Proxy(item, {
    get(target, name) {
      if (typeof name === 'string' && unknown.has(name)) isKnown = false;
      return Reflect.get(target, name) as unknown;
    },
  });
  const result = compute(watched);
  return isKnown ? result : otherwise;
}
