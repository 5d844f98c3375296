/**
 * Enforces ranges and relations of declared numbers: an impossible one becomes null, with the reason in {@link unknownIn}. The only
 * place that does.
 */
import { isObject } from './members.ts';
import type { Field, FieldOptions, Fields } from './fields.ts';
import { isWithin } from './range.ts';
import { ANY, isNumeric, rangeIn, rangeOf, signOf } from './ranges.ts';
import type { Served } from './served.ts';
import { markUnknown, setUnknown, unknownIn } from './unknown.ts';

/** Checks an object or item in place; `identity` names it in reasons. True: it has changed the item. */
export type ValueCheck = (item: object, identity: string | null) => boolean;

interface NumberRule {
  readonly name: string;
  readonly field: Field;
  readonly least: number;
  readonly most: number;
  readonly sentinels: FieldOptions['sentinels'];
}

interface Relation {
  readonly name: string;
  readonly options: FieldOptions;
  readonly sign: string;
}

/** Checks a value inside an item; returns it, or a copy with null for what is impossible: values may be shared. */
type Inner = (value: unknown, item: Served, path: string, identity: string | null) => unknown;

/** Characters of an item's name in a reason. */
const LONGEST_NAME = 64;

/** @param others declaration of members whose names only the host knows */
export function createValueCheck(fields: Fields, others?: Field): ValueCheck {
  const entries = Object.entries(fields);
  const rules = entries.filter(([, field]) => isNumeric(field)).map(([name, field]) => ruleOf(name, field));
  const relations = entries.flatMap(([name, field]): Relation[] => {
    const { options } = field;
    return options.atMost === undefined && options.from === undefined
      ? []
      : [{ name, options, sign: signOf(field) }];
  });
  const nested = entries.flatMap(([name, field]): { name: string; check: Inner }[] => {
    const check = isNumeric(field) ? null : innerCheck(field);
    return check === null ? [] : [{ name, check }];
  });
  const checkOther = others ? innerCheck(others) : null;

  return (whole, identity) => {
    const item = whole as Served;
    let hasChanged = false;
    for (let at = 0; at < rules.length; at += 1) {
      const rule = rules[at] as NumberRule;
      const value = item[rule.name];
      if (typeof value !== 'number' || !isSuspect(rule, value)) continue;
      const [checked, reason] = judge(rule, value, item, rule.name, identity);
      item[rule.name] = checked;
      hasChanged ||= checked !== value;
      if (reason !== undefined) markUnknown(item, rule.name, reason);
    }
    for (const { name, check } of nested) {
      const value = item[name];
      const checked = check(value, item, name, identity);
      if (checked === value) continue;
      item[name] = checked;
      hasChanged = true;
    }
    if (relations.length > 0 && checkRelations(item, relations, identity)) hasChanged = true;
    if (checkOther === null) return hasChanged;
    for (const [name, value] of Object.entries(item)) {
      if (Object.hasOwn(fields, name)) continue;
      const checked = checkOther(value, item, name, name);
      hasChanged ||= checked !== value;
      item[name] = checked;
    }
    return hasChanged;
  };
}

function ruleOf(name: string, field: Field): NumberRule {
  const { range, sentinels } = field.options;
  const isByItem = typeof range === 'object' && range !== null && 'by' in range;
  // Where the range differs from item to item, every value is looked at closely.
  const [least, most] = isByItem ? ([1, 0] as const) : (rangeOf(field) ?? ANY);
  return { name, field, least, most, sentinels };
}

const isSuspect = ({ least, most, sentinels }: NumberRule, value: number): boolean =>
  !(value >= least && value <= most) || sentinels !== undefined;

/** A value that may be impossible: what is served of it, and why that is null; undefined: it is not, or its declaration says why. */
function judge(
  { field, sentinels }: NumberRule,
  value: number,
  item: Served,
  name: string,
  of: string | null,
): readonly [number | null, reason?: string | null] {
  // Not a number: the plugin says why it is unknown.
  if (Number.isNaN(value)) return [null, null];
  const { range, sign } = rangeIn(field, item);
  if (sentinels?.includes(value) === true)
    return field.options.nullWhen !== undefined
      ? [null]
      : [null, `${nameIn(name, of)} reads ${value}, which stands for no value`];
  if (isWithin(value, range)) return [value];
  if (value > range[1] && value <= (field.options.cappedUpTo ?? range[1])) return [range[1]];
  return [null, impossible(name, of, value, sign)];
}

/** True: it has changed the item. */
function checkRelations(item: Served, relations: readonly Relation[], of: string | null): boolean {
  let hasChanged = false;
  for (const { name, options, sign } of relations) {
    const { atMost, beside, from } = options;
    const unknown = unknownIn(item);
    // The reason is that of the other member, even if this value is impossible too.
    if (unknown !== undefined && name in item && from?.some((other) => unknown.has(other)) === true)
      setUnknown(item, name, null);
    const value = item[name];
    if (typeof value !== 'number') continue;
    const most = atMost === undefined ? undefined : item[atMost];
    const more = beside === undefined ? 0 : item[beside];
    if (typeof most !== 'number' || typeof more !== 'number' || value + more <= most) continue;
    const words = beside === undefined ? `more than ${atMost}` : `with ${beside} more than ${atMost}`;
    setUnknown(item, name, `${impossible(name, of, value, sign)}: ${words}`);
    hasChanged = true;
  }
  return hasChanged;
}

/** Of a number, or of numbers in objects, maps and lists; null: there are none. */
function innerCheck(field: Field): Inner | null {
  const { members, of } = field;
  if (isNumeric(field)) return numberCheck(field);
  if (members !== undefined) return membersCheck(members);
  const check = of === undefined ? null : innerCheck(of);
  return check && elementsCheck(check);
}

function numberCheck(field: Field): Inner {
  const rule = ruleOf('', field);
  return (value, item, path, identity) => {
    if (typeof value !== 'number' || !isSuspect(rule, value)) return value;
    const [checked, reason] = judge(rule, value, item, path, identity);
    if (reason !== undefined) markUnknown(item, path, reason);
    return checked;
  };
}

function membersCheck(members: Fields): Inner | null {
  const checks = Object.entries(members).flatMap(([name, member]) => {
    const check = innerCheck(member);
    return check === null ? [] : [[name, check] as const];
  });
  if (checks.length === 0) return null;
  return (value, item, path, identity) =>
    isObject(value)
      ? replaced(value, checks, ([name, check]) => check(value[name], item, `${path}.${name}`, identity))
      : value;
}

function elementsCheck(check: Inner): Inner {
  return (value, item, path, identity) =>
    // Of a list too.
    typeof value === 'object' && value !== null
      ? replaced(value as Served, Object.entries(value), ([name, element]) =>
          check(element, item, `${path}.${name}`, identity),
        )
      : value;
}

/** The object or list with other members; itself if all are the same. */
function replaced<E extends readonly [string, unknown]>(
  value: Served,
  entries: readonly E[],
  memberOf: (entry: E) => unknown,
): Served {
  let copy: Served | null = null;
  for (const entry of entries) {
    const [name] = entry;
    const member = memberOf(entry);
    if (member === value[name]) continue;
    copy ??= (Array.isArray(value) ? value.slice() : Object.assign({}, value)) as Served;
    copy[name] = member;
  }
  return copy ?? value;
}

/** `value of Tctl`, with long names cut. */
export const nameIn = (name: string, of: string | null): string =>
  of === null ? name : `${name} of ${of.length > LONGEST_NAME ? `${of.slice(0, LONGEST_NAME - 1)}…` : of}`;

export function impossible(name: string, of: string | null, value: number | string, sign: string): string {
  return `${nameIn(name, of)} reads ${value}${sign && ` ${sign}`}, which is impossible`;
}
