/** Judges all values with level rules. Views, marks, events, actions and the page use its verdicts. */
import { numberOrNull } from '../../core/members.ts';
import { type Unit, UNIT_SIGNS } from '../../core/unit.ts';
import type { Level, LevelRule, Thresholds } from '../../core/level-rule.ts';
import type { ObjectPlugin, Plugin } from '../../core/plugin.ts';
import type { Limits, PluginValue, Served, ServedMember } from '../../core/served.ts';
import { isStale } from '../../core/stale.ts';
import { computeFrom } from '../../core/unknown.ts';
import { type Configured, configuredBy, type ConfiguredOf, indexLimits } from './configured.ts';
import { comparedBy, type FieldRule, fieldRules, inForce, memberRules } from './rules.ts';
import { levelOf, mapThresholds } from './thresholds.ts';
import type { Field } from '../../core/fields.ts';

/** The level of one value of a snapshot, with its inputs. */
export interface LevelVerdict extends Configured {
  readonly field: string;
  readonly rule: LevelRule;
  /** Of the number that was compared. */
  readonly unit: Unit | null;
  /** Identity of the item; null for an object. */
  readonly identity: string | null;
  readonly level: Level;
  /** The compared number; null if there is none. */
  readonly value: number | null;
  /** The object or item that holds the value. */
  readonly served: Served;
}

type Judgeable = PluginValue | readonly Served[];

/** Verdicts of a served value, ordered by item, then by field. Each snapshot is judged once, for all readers. */
export type Judge = (served: Judgeable) => readonly LevelVerdict[];

/** Configurations of vanished items are dropped once they exceed those in use by this number. */
const SPARE = 256;

/** A rule and the lookup of its items' configuration. */
interface CompiledRule extends FieldRule {
  readonly configuredOf: ConfiguredOf;
}

export function createJudge(plugin: Plugin, limits: Limits): Judge {
  const index = indexLimits(limits);
  const compiled = (rules: readonly FieldRule[]): CompiledRule[] =>
    inForce(rules, limits).map((one) => ({
      ...one,
      configuredOf: configuredBy(plugin.name, one.rule, index),
    }));
  const rules = compiled(fieldRules(plugin));
  const ofMembers = compiled(memberRules(plugin));
  const known = new WeakMap<object, readonly LevelVerdict[]>();
  const kept = new Map<string | null, readonly Configured[]>();

  const configured = (
    some: readonly CompiledRule[],
    served: Served,
    identity: string | null,
  ): readonly Configured[] => {
    const before = kept.get(identity);
    if (before !== undefined) return before;
    const made = some.map(({ rule, configuredOf }) =>
      configuredOf(rule.itemName?.(served) ?? identity, rule.delayOf?.(served)),
    );
    kept.set(identity, made);
    return made;
  };
  const judgeItem = (
    verdicts: LevelVerdict[],
    some: readonly CompiledRule[],
    served: Served,
    identity: string | null,
  ): void => {
    const configurations = configured(some, served, identity);
    for (let at = 0; at < some.length; at += 1) {
      const one = some[at] as CompiledRule;
      const { appliesTo, itemType, header } = one.rule;
      if (appliesTo?.(served) === false) continue;
      if (itemType !== undefined && itemType(served) !== header) continue;
      verdicts.push(verdictOf(one, configurations[at] as Configured, served, identity));
    }
  };
  const makeRoom = (items: number): void => {
    if (kept.size > items + SPARE) kept.clear();
  };
  const judgeObject = (served: Served): LevelVerdict[] => {
    const verdicts: LevelVerdict[] = [];
    const members = ofMembers.length === 0 ? [] : otherMembers(plugin as ObjectPlugin, served);
    makeRoom(members.length);
    judgeItem(verdicts, rules, served, null);
    for (const [name, member] of members) judgeItem(verdicts, ofMembers, { name, ...member }, name);
    return verdicts;
  };
  const judgeList = (items: readonly Served[], key: string): LevelVerdict[] => {
    const verdicts: LevelVerdict[] = [];
    makeRoom(items.length);
    for (const item of items) judgeItem(verdicts, rules, item, String(item[key]));
    return verdicts;
  };
  const judgeAll = (served: object): readonly LevelVerdict[] => {
    if (plugin.shape === 'object') return judgeObject(served as Served);
    return plugin.shape === 'scalar' || plugin.key === null ? [] : judgeList(served as Served[], plugin.key);
  };

  const hasRules = rules.length + ofMembers.length > 0;
  return (served) => {
    if (!hasRules || typeof served !== 'object' || served === null) return [];
    const before = known.get(served);
    if (before !== undefined) return before;
    const verdicts = judgeAll(served);
    known.set(served, verdicts);
    return verdicts;
  };
}

/** Members of an object whose names are not declared. */
const otherMembers = ({ fields }: ObjectPlugin, served: Served): [name: string, member: Served][] =>
  Object.entries(served).filter(
    (entry): entry is [string, Served] =>
      !Object.hasOwn(fields, entry[0]) && typeof entry[1] === 'object' && entry[1] !== null,
  );

/**
 * Returns the configured thresholds, or those that the item states: all of them if no critical one is configured, or with
 * `isFilledIn` each one that is not configured.
 */
function thresholdsFor({ thresholds }: Configured, rule: LevelRule, served: Served): Thresholds {
  const { stated, isFilledIn } = rule;
  if (stated === undefined || (thresholds.critical !== null && !isFilledIn)) return thresholds;
  const own = stated(served);
  if (isFilledIn) return mapThresholds((name) => thresholds[name] ?? own[name]);
  return own.critical === null ? thresholds : own;
}

function verdictOf(
  { field, rule, declaration }: FieldRule,
  configured: Configured,
  served: Served,
  identity: string | null,
): LevelVerdict {
  const { stat, names, log, delays, isOwn } = configured;
  const compared = comparedBy(rule, isOwn);
  const value = numberOrNull(compared.value ? computeFrom(served, compared.value, null) : served[field]);
  const thresholds = thresholdsFor(configured, rule, served);
  const level = isStale(served)
    ? 'ERROR'
    : (stateOf(rule, served, thresholds) ?? levelOf(value, thresholds, rule));
  const unit = compared.unit ?? unitIn(declaration, served);
  return {
    field,
    rule,
    unit,
    identity,
    level,
    value,
    log,
    stat,
    names,
    thresholds,
    delays,
    isOwn,
    served,
  };
}

/** Nothing is said of a state that depends on an unknown value. */
const stateOf = ({ state }: LevelRule, served: Served, thresholds: Thresholds): Level | undefined =>
  state && computeFrom<Level>(served, (known) => state(known, thresholds), 'DEFAULT');

/** Returns the level in the form of a view's decoration. */
export const decorationOf = ({ level, log }: LevelVerdict): string =>
  log && level !== 'DEFAULT' ? `${level}_LOG` : level;

const UNITS: ReadonlySet<ServedMember> = new Set([...Object.keys(UNIT_SIGNS), 'number', 'timestamp']);

/** Null: none, or one that Gander does not know: items may come from another server. */
function unitIn({ unit, options: { unitBy } }: Pick<Field, 'unit' | 'options'>, served: Served): Unit | null {
  if (unitBy === undefined) return unit;
  const named = served[unitBy];
  return UNITS.has(named) ? (named as Unit) : unit;
}
