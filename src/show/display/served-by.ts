import type { Served } from './finding-words.ts';
import { itemsById } from './series.ts';

/** Returns the lookup of the object or item that a verdict is about. */
export function servedBy(value: unknown): (item: string | null) => Served {
  if (Array.isArray(value)) {
    const items = itemsById(value as Record<string, unknown>[]);
    return (item) => items.get(item ?? '') ?? {};
  }
  const object = (value ?? {}) as Record<string, unknown>;
  return (item) => (item === null ? object : ((object[item] ?? {}) as Served));
}
