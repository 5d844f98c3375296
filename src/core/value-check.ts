/**
 * Enforces ranges and relations of declared numbers: an impossible one becomes null, with the reason in {@link unknownIn}. The only
 * place that does.
 */
import { isObject } from './members.ts';
import type { Field, FieldOptions, Fields } from './fields.ts';
import { isWithin } from './range.ts';
import { ANY, isNumeric, rangeIn, rangeOf, signOf } from './ranges.ts';
import type { Served, ServedMember } from './served.ts';
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

/**
 * Checks a value inside an item; returns it, or a copy with null for what is impossible: values may be shared. Paths are written for
 * reasons alone: the values of all processes pass here, and lists and texts about each would be most of what an idle agent allocates.
 */
type Inner = (value: ServedMember, item: Served, path: Path, identity: string | null) => ServedMember;

/** Each check reuses its own: it looks at a single value at any time. */
interface Path {
  within: Path | null;
  /** Of the member that is looked at now. */
  name: string;
}

const textOf = ({ within, name }: Path): string => (within === null ? name : `${textOf(within)}.${name}`);

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
  const nested = entries.flatMap(([name, field]): { path: Path; check: Inner }[] => {
    const check = isNumeric(field) ? null : innerCheck(field);
    return check === null ? [] : [{ path: { within: null, name }, check }];
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
    for (let at = 0; at < nested.length; at += 1) {
      const { path, check } = nested[at]!;
      const value = item[path.name];
      const checked = check(value, item, path, identity);
      if (checked === value) continue;
      item[path.name] = checked;
      hasChanged = true;
    }
    if (relations.length > 0 && checkRelations(item, relations, identity)) hasChanged = true;
    if (checkOther === null) return hasChanged;
    for (const [name, value] of Object.entries(item)) {
      if (Object.hasOwn(fields, name)) continue;
      const checked = checkOther(value, item, { within: null, name }, name);
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
    // The other member's reason wins, even if this value is impossible too.
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
    const name = textOf(path);
    const [checked, reason] = judge(rule, value, item, name, identity);
    if (reason !== undefined) markUnknown(item, name, reason);
    return checked;
  };
}

function membersCheck(members: Fields): Inner | null {
  const checks = new Map<string, Inner>();
  for (const [name, member] of Object.entries(members)) {
    const check = innerCheck(member);
    if (check !== null) checks.set(name, check);
  }
  if (checks.size === 0) return null;
  const names = [...checks.keys()];
  const checkMember: Inner = (value, item, path, identity) =>
    checks.get(path.name)!(value, item, path, identity);
  const own: Path = { within: null, name: '' };
  return (value, item, path, identity) => {
    own.within = path;
    return isObject(value) ? replaced(value, names, checkMember, item, own, identity) : value;
  };
}

function elementsCheck(check: Inner): Inner {
  const own: Path = { within: null, name: '' };
  return (value, item, path, identity) => {
    own.within = path;
    // Of a list too.
    return typeof value === 'object' && value !== null
      ? replaced(value as Served, Object.keys(value), check, item, own, identity)
      : value;
  };
}

/** Returns the object or list with the checked members; the same one if nothing changed. */
function replaced(
  value: Served,
  names: readonly string[],
  check: Inner,
  item: Served,
  path: Path,
  identity: string | null,
): Served {
  let copy: Served | null = null;
  for (let at = 0; at < names.length; at += 1) {
    path.name = names[at]!;
    const member = check(value[path.name], item, path, identity);
    if (member === value[path.name]) continue;
    copy ??= (Array.isArray(value) ? value.slice() : Object.assign({}, value)) as Served;
    copy[path.name] = member;
  }
  return copy ?? value;
}

/** `value of Tctl`, with long names cut. */
export const nameIn = (name: string, of: string | null): string =>
  of === null ? name : `${name} of ${of.length > LONGEST_NAME ? `${of.slice(0, LONGEST_NAME - 1)}…` : of}`;

export function impossible(name: string, of: string | null, value: number | string, sign: string): string {
  return `${nameIn(name, of)} reads ${value}${sign && ` ${sign}`}, which is impossible`;
}
