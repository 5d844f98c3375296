/** Causes of nulls, derived from the declarations of fields: for documents, descriptions and reasons. */
import type { Field } from './fields.ts';
import { fieldsOf, othersOf, type Plugin } from './plugin.ts';
import { isNumeric, rangeOf } from './ranges.ts';
import { type PluginValue, type Served, type ServedMember, itemsIn } from './served.ts';
import { unknownIn } from './unknown.ts';

/** Causes of null in a field, as clauses; empty: it is never null. Numbers may also be unmeasured: the plugin gives that reason. */
export function nullCauses(field: Field): string[] {
  const { nullWhen, atMost, from, range } = field.options;
  const isBounded =
    isNumeric(field) && (rangeOf(field) !== null || range !== undefined || atMost !== undefined);
  return [
    ...(nullWhen === undefined ? [] : [nullWhen]),
    ...(isBounded ? ['it is out of range'] : []),
    ...(field.kind === 'counter' ? ['it fell or leapt'] : []),
    ...(from === undefined ? [] : [`${from.map((name) => `\`${name}\``).join(' or ')} is null`]),
    ...(field.kind === 'derived' ? ['its inputs are null'] : []),
  ];
}

/** Items that are looked at: a list may have thousands, of the same causes. */
const MOST_ITEMS = 500;

/**
 * Causes of the declared nulls in a served value, by field: `alias`, `percpu.dpc`, `*.flags` where only the host knows the names. Nulls
 * of impossible or unmeasured numbers are not among them: they have reasons of their own.
 */
export function causesIn(plugin: Plugin, value: PluginValue): Record<string, string> {
  const causes: Record<string, string> = {};
  if (plugin.shape === 'scalar') {
    addCause(plugin.value, 'value', value, causes);
    return causes;
  }
  const declared = Object.entries(fieldsOf(plugin)).filter(([, field]) => canHoldNull(field));
  const others = othersOf(plugin);
  for (const item of itemsIn(value).slice(0, MOST_ITEMS)) {
    const unknown = unknownIn(item);
    for (const [name, field] of declared)
      if (unknown?.has(name) !== true) addCause(field, name, item[name], causes);
    if (others === undefined) continue;
    const known = fieldsOf(plugin);
    for (const [name, member] of Object.entries(item))
      if (!Object.hasOwn(known, name)) addCause(others, '*', member, causes);
  }
  return causes;
}

const canHoldNull = ({ options, members = {}, of }: Field): boolean =>
  options.nullWhen !== undefined || [...Object.values(members), ...(of ? [of] : [])].some(canHoldNull);

function addCause(field: Field, path: string, value: ServedMember, causes: Record<string, string>): void {
  const { options, members, of } = field;
  if (value === null && options.nullWhen !== undefined) causes[path] = options.nullWhen;
  if (typeof value !== 'object' || value === null || !canHoldNull(field)) return;
  for (const [name, member] of Object.entries(members ?? {}))
    addCause(member, `${path}.${name}`, (value as Served)[name], causes);
  if (of !== undefined) for (const element of Object.values(value)) addCause(of, path, element, causes);
}
