import type { Served, ServedMember } from '../../core/served.ts';
import { itemsById } from './series.ts';

/** Returns the lookup of the object or item that a verdict is about. */
export function servedBy(value: ServedMember): (item: string | null) => Served {
  if (Array.isArray(value)) {
    const items = itemsById(value as Served[]);
    return (item) => items.get(item ?? '') ?? {};
  }
  const object = (value ?? {}) as Served;
  return (item) => (item === null ? object : ((object[item] ?? {}) as Served));
}
