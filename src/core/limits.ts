/** The limits object of a plugin: every option of its section, set or not, under its wire name. */
import type { LevelRule } from './level-rule.ts';
import { THRESHOLDS } from './level-rule.ts';
import { numberOf } from './option-parse.ts';
import { fieldsOf, type Plugin } from './plugin.ts';
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

/** Level rules of a plugin with the field they judge. */
export const levelRules = (plugin: Plugin): [field: string, rule: LevelRule][] =>
  Object.entries(fieldsOf(plugin)).flatMap(([name, { options }]) =>
    options.level ? [[name, options.level] as [string, LevelRule]] : [],
  );

/** Those that the plugin's limits leave in force. */
export const rulesInForce = (plugin: Plugin, limits: Limits): [field: string, rule: LevelRule][] =>
  levelRules(plugin).filter(([, rule]) => rule.when?.(limits) ?? true);

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
