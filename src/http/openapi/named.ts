/** Schemas of components, in which those of other components are references. */
import type { Schema } from '../../core/schema.ts';
import { ref } from './types.ts';

/** @param schemas by name; a schema stands for itself wherever it is a part of another one */
export function named<N extends string>(schemas: Readonly<Record<N, Schema>>): Record<N, Schema> {
  const refs = new Map<object, Schema>(
    Object.entries<Schema>(schemas).map(([name, schema]) => [schema, ref('schemas', name)]),
  );
  const within = <T>(part: T): T => {
    if (typeof part !== 'object' || part === null) return part;
    const own = refs.get(part) as T | undefined;
    return own ?? inner(part);
  };
  const inner = <T extends object>(part: T): T =>
    Array.isArray(part)
      ? (part.map(within) as object as T)
      : { ...part, ...Object.fromEntries(Object.entries(part).map(([name, one]) => [name, within(one)])) };
  return Object.fromEntries(
    Object.entries<Schema>(schemas).map(([name, schema]) => [name, inner(schema)]),
  ) as Record<N, Schema>;
}
