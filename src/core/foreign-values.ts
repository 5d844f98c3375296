/** Ranges for values in served form that this agent has not measured itself. */
import { companions, constant, type Field, type Fields } from './fields.ts';
import { fieldsOf, othersOf, type Plugin } from './plugin.ts';
import { Problems } from './problems.ts';
import type { Range } from './range.ts';
import { isNumeric, mostPerSecond, rangeOf } from './ranges.ts';
import type { Served, ServedMember } from './served.ts';
import { createValueCheck } from './value-check.ts';

export interface Checked {
  readonly hasChanged: boolean;
  /** Impossible values, in one bounded sentence; null if none. */
  readonly reason: string | null;
}

const UNCHANGED: Checked = { hasChanged: false, reason: null };

/**
 * Returns a function that passes values of another agent through the declared ranges and relations of a plugin, companions of counters
 * and extremes included. It takes a snapshot in served form, and sets impossible numbers to null in place. Values of another type or
 * shape are left alone: it is no validator.
 */
export function createForeignCheck(plugin: Plugin): (value: ServedMember) => Checked {
  if (plugin.shape === 'scalar') return () => UNCHANGED;
  const check = createValueCheck(servedFields(fieldsOf(plugin)), othersOf(plugin));
  const key = plugin.shape === 'list' ? plugin.key : null;
  return (value) => {
    const problems = new Problems();
    let hasChanged = false;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item !== 'object' || item === null) continue;
      if (check(item as Served, key === null ? null : String((item as Served)[key]))) hasChanged = true;
      problems.add(item as Served);
    }
    return { hasChanged, reason: problems.reason };
  };
}

/**
 * Creates the check of a plugin's partial replies: items by value, one field of all items. The check returns true if it changed
 * the value.
 */
export function createPartCheck(plugin: Plugin): (value: ServedMember) => boolean {
  const check = createForeignCheck(plugin);
  return (value) => {
    let { hasChanged } = check(value);
    if (plugin.shape !== 'list' || typeof value !== 'object' || value === null || Array.isArray(value))
      return hasChanged;
    for (const [name, part] of Object.entries(value)) {
      if (!Array.isArray(part)) continue;
      if (check(part).hasChanged) hasChanged = true;
      for (const [at, one] of part.entries()) {
        if (typeof one !== 'number') continue;
        const item = { [name]: one };
        if (!check(item).hasChanged) continue;
        part[at] = item[name];
        hasChanged = true;
      }
    }
    return hasChanged;
  };
}

/**
 * Returns the range of a series by its name in a history (`eth0_bytes_recv_rate_per_sec`); null if any number is possible, or
 * unknown.
 */
export type ForeignRanges = (plugin: string, series: string) => Range | null;

export function createForeignRanges(registry: readonly Plugin[]): ForeignRanges {
  const known = new Map<string, Fields>();
  const fieldsIn = (name: string): Fields => {
    const plugin = registry.find((one) => one.name === name);
    const found = known.get(name) ?? (plugin === undefined ? {} : servedFields(fieldsOf(plugin)));
    if (plugin !== undefined) known.set(name, found);
    return found;
  };
  return (plugin, series) => {
    const fields = fieldsIn(plugin);
    const [name] = Object.keys(fields)
      .filter((one) => series === one || series.endsWith(`_${one}`))
      .sort((a, b) => b.length - a.length);
    const field = name === undefined ? undefined : fields[name];
    return field !== undefined && isNumeric(field) ? rangeOf(field) : null;
  };
}

/** Adds the companions of fields, which have the same ranges. */
const servedFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, Field][] => [
      [name, field],
      ...companions(name, field).map((companion): [string, Field] => [
        companion,
        constant(field.unit, '', { range: companionRange(companion, field) }),
      ]),
    ]),
  );

const companionRange = (companion: string, field: Field) =>
  companion.endsWith('_rate_per_sec') ? ([0, mostPerSecond(field)] as const) : rangeOf(field);
