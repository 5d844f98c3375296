/** The unit of a value, where it may differ from item to item. */
import type { Field } from './fields.ts';
import type { Served } from './served.ts';
import { type Unit, UNIT_SIGNS } from './unit.ts';

const UNITS: ReadonlySet<unknown> = new Set([...Object.keys(UNIT_SIGNS), 'number', 'timestamp']);

/** Null: none, or one that Gander does not know: items may come from another server. */
export function unitIn(
  { unit, options: { unitBy } }: Pick<Field, 'unit' | 'options'>,
  served: Served,
): Unit | null {
  if (unitBy === undefined) return unit;
  const named = served[unitBy];
  return UNITS.has(named) ? (named as Unit) : unit;
}
