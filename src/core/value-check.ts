/**
 * Enforces ranges and relations of declared numbers: an impossible one becomes null, with the reason in {@link unknownIn}. The only
 * place that does.
 */
import type { Field, FieldOptions, Fields } from './fields.ts';
import type { Range } from './range.ts';
import { ANY, isNumeric, rangeIn, rangeOf, signOf } from './ranges.ts';
import type { Served } from './served.ts';
import { markUnknown, setUnknown, unknownIn } from './unknown.ts';

/** Checks an object or item in place; `identity` names it in reasons. */
export type ValueCheck = (item: Served, identity: string | null) => void;

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

interface Nested {
  readonly name: string;
  check(value: unknown, item: Served, identity: string | null): void;
}

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
  const nested = entries.flatMap(([name, field]) => nestedIn(name, field) ?? []);
  const checkOther = others && nestedIn('', others)?.check;

  return (item, identity) => {
    for (let at = 0; at < rules.length; at += 1) {
      const rule = rules[at] as NumberRule;
      const value = item[rule.name];
      if (typeof value !== 'number') continue;
      if (!(value >= rule.least && value <= rule.most) || rule.sentinels !== undefined)
        checkNumber(item, rule, value, identity);
    }
    for (const { name, check } of nested) check(item[name], item, identity);
    if (relations.length > 0) checkRelations(item, relations, identity);
    if (checkOther === undefined) return;
    for (const [name, value] of Object.entries(item))
      if (!Object.hasOwn(fields, name)) checkOther(value, item, name);
  };
}

function ruleOf(name: string, field: Field): NumberRule {
  const { range, sentinels } = field.options;
  const isByItem = typeof range === 'object' && range !== null && 'by' in range;
  // Where the range differs from item to item, every value is looked at closely.
  const [least, most] = isByItem ? ([1, 0] as const) : (rangeOf(field) ?? ANY);
  return { name, field, least, most, sentinels };
}

/** A value that may be impossible. */
function checkNumber(item: Served, { name, field, sentinels }: NumberRule, value: number, of: string | null) {
  // Not a number: the plugin says why it is unknown.
  if (Number.isNaN(value)) return setUnknown(item, name, null);
  const { range, sign } = rangeIn(field, item);
  if (sentinels?.includes(value) === true)
    return setUnknown(item, name, `${nameIn(name, of)} reads ${value}, which stands for no value`);
  if (isWithin(value, range)) return;
  if (value > range[1] && value <= (field.options.cappedUpTo ?? range[1])) item[name] = range[1];
  else setUnknown(item, name, impossible(name, of, value, sign));
}

const isWithin = (value: number, [least, most]: Range): boolean => value >= least && value <= most;

function checkRelations(item: Served, relations: readonly Relation[], of: string | null): void {
  for (const { name, options, sign } of relations) {
    const { atMost, beside, from } = options;
    const value = item[name];
    if (typeof value !== 'number') continue;
    const unknown = unknownIn(item);
    if (unknown !== undefined && from?.some((other) => unknown.has(other)) === true) {
      setUnknown(item, name, null);
      continue;
    }
    const most = atMost === undefined ? undefined : item[atMost];
    const more = beside === undefined ? 0 : item[beside];
    if (typeof most !== 'number' || typeof more !== 'number' || value + more <= most) continue;
    const words = beside === undefined ? `more than ${atMost}` : `with ${beside} more than ${atMost}`;
    setUnknown(item, name, `${impossible(name, of, value, sign)}: ${words}`);
  }
}

/** Numbers in objects, maps and lists; null: there are none. */
function nestedIn(name: string, { kind, members, of }: Field): Nested | null {
  if (kind !== 'object' && kind !== 'list') return null;
  if (members !== undefined) return nestedObject(name, createValueCheck(members), members);
  if (of === undefined || (!isNumeric(of) && nestedIn(name, of) === null)) return null;
  const check = createElementCheck(name, of);
  return {
    name,
    check(value, item, identity) {
      if (typeof value !== 'object' || value === null) return;
      const names = Array.isArray(value) ? value.keys() : Object.keys(value);
      for (const member of names) check(value as Served, String(member), item, identity);
    },
  };
}

function nestedObject(name: string, check: ValueCheck, members: Fields): Nested | null {
  if (!Object.values(members).some((member) => isNumeric(member) || nestedIn('', member) !== null))
    return null;
  return {
    name,
    check(value, item, identity) {
      if (typeof value !== 'object' || value === null) return;
      check(value as Served, identity);
      adoptReasons(item, name, value);
    },
  };
}

function createElementCheck(name: string, of: Field) {
  const rule = isNumeric(of) ? ruleOf(name, of) : null;
  const inner = rule === null ? nestedIn(name, of) : null;
  return (holder: Served, member: string, item: Served, identity: string | null): void => {
    const value = holder[member];
    if (inner !== null) return inner.check(value, item, identity);
    if (rule === null || typeof value !== 'number' || isWithin(value, [rule.least, rule.most])) return;
    holder[member] = null;
    markUnknown(item, `${name}.${member}`, impossible(name, identity, value, signOf(of)));
  };
}

/** The item answers for its members. */
function adoptReasons(item: Served, name: string, value: object): void {
  for (const [member, reason] of unknownIn(value) ?? []) markUnknown(item, `${name}.${member}`, reason);
}

/** `value of Tctl`, with long names cut. */
export const nameIn = (name: string, of: string | null): string =>
  of === null ? name : `${name} of ${of.length > LONGEST_NAME ? `${of.slice(0, LONGEST_NAME - 1)}…` : of}`;

export function impossible(name: string, of: string | null, value: number | string, sign: string): string {
  return `${nameIn(name, of)} reads ${value}${sign && ` ${sign}`}, which is impossible`;
}
