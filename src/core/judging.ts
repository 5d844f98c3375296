/** Judges all values of a plugin that have thresholds, snapshot by snapshot. */
import type { Served } from './fields.ts';
import type { LevelRule, Thresholds } from './level-rule.ts';
import { itemNameOf, type Judgement, measure, type Yardstick, yardstickOf } from './levels.ts';
import { fieldRules, inForce, type Limits, memberRules } from './limits.ts';
import type { ObjectPlugin, Plugin } from './plugin.ts';

/** What is said of one value of a snapshot. */
export interface Verdict extends Judgement {
  readonly field: string;
  readonly rule: LevelRule;
  /** Identity of the item; null for an object. */
  readonly identity: string | null;
  readonly thresholds: Thresholds;
  /** Names of the value in configuration keys, the most particular first. */
  readonly names: readonly string[];
  /** The object or item that holds the value. */
  readonly served: Served;
}

/** Verdicts of a served value, in the order of items and then of fields. */
export type Judge = (served: unknown) => Verdict[];

type Rule = readonly [field: string, rule: LevelRule];

/** Yardsticks of items that have gone are forgotten once they are this many more than those in use. */
const SPARE_YARDSTICKS = 256;

export function createJudge(plugin: Plugin, limits: Limits): Judge {
  const rules = inForce(fieldRules(plugin), limits);
  const ofMembers = inForce(memberRules(plugin), limits);
  const kept = new Map<string | null, Yardstick[]>();

  const yardsticksOf = (rules: readonly Rule[], served: Served, identity: string | null): Yardstick[] => {
    let yardsticks = kept.get(identity);
    if (yardsticks === undefined) {
      yardsticks = rules.map(([, rule]) =>
        yardstickOf(plugin.name, rule, itemNameOf(rule, served, identity), limits),
      );
      kept.set(identity, yardsticks);
    }
    return yardsticks;
  };
  const judgeItem = (
    rules: readonly Rule[],
    served: Served,
    identity: string | null,
    verdicts: Verdict[],
  ): void => {
    const yardsticks = yardsticksOf(rules, served, identity);
    rules.forEach(([field, rule], index) => {
      if (rule.applies?.(served) === false) return;
      verdicts.push(verdictOf(field, rule, yardsticks[index] as Yardstick, served, identity));
    });
  };

  const makeRoom = (items: number): void => {
    if (kept.size > items + SPARE_YARDSTICKS) kept.clear();
  };

  return (served) => {
    const verdicts: Verdict[] = [];
    if (rules.length + ofMembers.length === 0 || plugin.shape === 'scalar') return verdicts;
    if (plugin.shape === 'object') {
      judgeItem(rules, served as Served, null, verdicts);
      const members = ofMembers.length === 0 ? [] : otherMembers(plugin, served as Served);
      makeRoom(members.length);
      for (const [name, member] of members) judgeItem(ofMembers, { name, ...member }, name, verdicts);
    } else if (plugin.key !== null) {
      const items = served as Served[];
      makeRoom(items.length);
      for (const item of items) judgeItem(rules, item, String(item[plugin.key]), verdicts);
    }
    return verdicts;
  };
}

/** Members of an object whose names are not declared. */
const otherMembers = (plugin: ObjectPlugin, served: Served): [name: string, member: Served][] =>
  Object.entries(served).filter(
    (entry): entry is [string, Served] =>
      !Object.hasOwn(plugin.fields, entry[0]) && typeof entry[1] === 'object' && entry[1] !== null,
  );

function verdictOf(
  field: string,
  rule: LevelRule,
  yardstick: Yardstick,
  served: Served,
  identity: string | null,
): Verdict {
  const { level, value, thresholds } = measure(yardstick, field, rule, served);
  const { log, stat, names } = yardstick;
  return { level, value, log, stat, names, thresholds, field, rule, identity, served };
}
