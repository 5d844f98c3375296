/** Attributes of the plugin `smart` that other parts search for. */
import { isObject } from './members.ts';
import type { Json } from './served.ts';

/** Attribute for the overall status of a failing disk. */
export const SMART_STATUS = 'SMART overall status';

/** `when_failed` of an attribute that fails now. */
export const FAILING_NOW = 'FAILING_NOW';

/** Parts of an attribute that decide on the health of a disk. */
export interface JudgedAttribute {
  readonly name: string;
  readonly raw: Json;
  readonly value: Json;
  readonly when_failed: string | null;
}

/** Attributes of a served disk, possibly of another agent, so their names may be anything. */
export const attributesIn = <A extends JudgedAttribute>(disk: object): A[] =>
  Object.values(disk).filter((one): one is A => isObject(one));

/** A value, a number or a text that begins with one, of the first attribute of a name; null: none. */
export function attributeNumber(
  attributes: readonly JudgedAttribute[],
  name: RegExp,
  key: 'raw' | 'value' = 'raw',
): number | null {
  const value = Number.parseFloat(String(attributes.find((one) => name.test(String(one.name)))?.[key]));
  return Number.isFinite(value) ? value : null;
}
