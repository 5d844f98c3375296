/** The level rules of a plugin, and those enabled by its limits. */
import type { Field } from '../../core/fields.ts';
import type { Compared, LevelRule } from '../../core/level-rule.ts';
import { fieldsOf, othersOf, type Plugin } from '../../core/plugin.ts';
import type { Limits } from '../../core/served.ts';

export interface FieldRule {
  /** Judged field; empty for a member whose name is not declared. */
  readonly field: string;
  readonly declaration: Field;
  readonly rule: LevelRule;
}

const rulesOf = (field: string, declaration: Field): FieldRule[] =>
  [declaration.options.level ?? []].flat().map((rule) => ({ field, declaration, rule: rule as LevelRule }));

/** Level rules of the declared fields. */
export const fieldRules = (plugin: Plugin): FieldRule[] =>
  Object.entries(fieldsOf(plugin)).flatMap(([name, field]) => rulesOf(name, field));

/** Level rules of members whose names are not declared. */
export const memberRules = (plugin: Plugin): FieldRule[] => {
  const others = othersOf(plugin);
  return plugin.shape === 'object' && others !== undefined ? rulesOf('', others) : [];
};

export const levelRules = (plugin: Plugin): FieldRule[] => [...fieldRules(plugin), ...memberRules(plugin)];

/** Returns the rules enabled by the plugin's limits. */
export const inForce = (rules: readonly FieldRule[], limits: Limits): FieldRule[] =>
  rules.filter(({ rule }) => rule.when?.(limits) ?? true);

const THE_FIELD: Compared = {};

/** Returns the compared value. @param isOwn the thresholds apply to one item only */
export const comparedBy = ({ compared, comparedByItem }: LevelRule, isOwn: boolean): Compared =>
  (isOwn ? comparedByItem : compared) ?? THE_FIELD;

export function defaultThresholds(
  { limits }: LevelRule,
  cores: number,
): readonly [number, number, number] | undefined {
  return typeof limits === 'function' ? limits(cores) : limits;
}
