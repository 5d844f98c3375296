/** The limits object of a plugin: every option of its section, set or not, under its wire name. */
import type { Field } from './fields.ts';
import type { LevelRule } from './level-rule.ts';
import { THRESHOLDS } from './level-rule.ts';
import { numberOf } from './option-parse.ts';
import { fieldsOf, othersOf, type Plugin } from './plugin.ts';
import { publicText } from './redact.ts';

/** Thresholds and times are numbers, everything else a list of words. */
export type Limits = Readonly<Record<string, number | string[]>>;

export interface LimitsSetup {
  /** The plugin's section of the configuration file: lower-case keys, values as text. */
  section: Readonly<Record<string, string>>;
  historySize: number;
  /** Logical cores, with which some thresholds grow. */
  cores: number;
}

type Rules = [field: string, rule: LevelRule][];

const rulesOf = (name: string, { options: { level = [] } }: Field): Rules =>
  [level].flat().map((rule) => [name, rule as LevelRule]);

/** Level rules of the declared fields, with the field they judge. */
export const fieldRules = (plugin: Plugin): Rules =>
  Object.entries(fieldsOf(plugin)).flatMap(([name, field]) => rulesOf(name, field));

/** Level rules of members whose names are not declared. */
export const memberRules = (plugin: Plugin): Rules => {
  const others = othersOf(plugin);
  return plugin.shape === 'object' && others !== undefined ? rulesOf('', others) : [];
};

/** All level rules of a plugin. */
export const levelRules = (plugin: Plugin): Rules => [...fieldRules(plugin), ...memberRules(plugin)];

/** Those of the rules that the plugin's limits leave in force. */
export const inForce = (rules: Rules, limits: Limits): Rules =>
  rules.filter(([, rule]) => rule.when?.(limits) ?? true);

export const rulesInForce = (plugin: Plugin, limits: Limits): Rules => inForce(levelRules(plugin), limits);

/** Default thresholds of a rule. */
export function defaultThresholds(
  rule: LevelRule,
  cores: number,
): readonly [number, number, number] | undefined {
  return typeof rule.limits === 'function' ? rule.limits(cores) : rule.limits;
}

/** Text as it stands in the file to its form on the wire. */
export function limitValue(text: string): number | string[] {
  return numberOf(text) ?? text.split(',').map((word) => word.trim());
}

/** Keys and texts that hold when the section is empty: the source of limits, `/config` and the example file. */
export function defaultTexts(plugin: Plugin, cores: number): Record<string, string> {
  const texts: Record<string, string> = { disable: 'False' };
  if (plugin.refresh !== undefined) texts['refresh'] = String(plugin.refresh);
  for (const [key, option] of Object.entries(plugin.options ?? {})) {
    if (option.fallback !== undefined) texts[key] = option.fallback;
  }
  for (const [, rule] of levelRules(plugin)) {
    const prefix = rule.header === '' ? '' : `${rule.header}_`;
    defaultThresholds(rule, cores)?.forEach((limit, index) => {
      texts[`${prefix}${THRESHOLDS[index] ?? ''}`] = String(limit);
    });
    if (rule.log !== undefined && rule.header !== '') texts[`${prefix}log`] = rule.log ? 'True' : 'False';
  }
  return texts;
}

export function limitsOf(plugin: Plugin, { section, historySize, cores }: LimitsSetup): Limits {
  const limits: Record<string, number | string[]> = { history_size: historySize };
  for (const [key, text] of Object.entries({ ...defaultTexts(plugin, cores), ...section })) {
    limits[`${plugin.name}_${key}`] = limitValue(publicText(key, text));
  }
  return limits;
}
