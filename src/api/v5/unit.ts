/** Words of units in version 5. */
import type { Field } from '../../core/fields.ts';
import type { Unit } from '../../core/unit.ts';

const WORDS: Readonly<Partial<Record<Unit, string>>> = {
  byte: 'bytes',
  bytepersecond: 'bytespers',
  megabyte: 'number',
  millisecond: 'number',
  numberpersecond: 'number',
  second: 'seconds',
  timestamp: 'seconds',
};

const OF_KINDS: Readonly<Partial<Record<Field['kind'], string>>> = {
  text: 'string',
  flag: 'bool',
  list: 'list',
  object: 'list',
};

const isBytes = (unit: Unit | null): boolean => unit === 'byte' || unit === 'bytes';

/** @param field undefined: computed */
export function unitOf(field: Field | undefined, isRate: boolean): string {
  if (field === undefined) return 'number';
  const { unit, kind } = field;
  if (isRate) return isBytes(unit) ? 'bytespers' : 'number';
  return unit === null ? (OF_KINDS[kind] ?? 'number') : (WORDS[unit] ?? unit);
}
