/** The limits object of a plugin: every option of its section, set or not, under its wire name. */
import { THRESHOLDS } from '../../core/level-rule.ts';
import { adopt } from '../../core/adopt.ts';
import { either, listOf, mapOf, number, type Shape, text } from '../../core/shape.ts';
import { numberOf } from '../../core/option-parse.ts';
import type { Plugin } from '../../core/plugin.ts';
import { publicValue } from '../../core/redact.ts';
import type { Limits } from '../../core/served.ts';
import { pluginOption } from './plugin-keys.ts';
import { defaultThresholds, levelRules } from './rules.ts';

/** Limits as they are served. */
export const LIMITS: Shape<Limits> = mapOf(
  'Options of a plugin by name. Thresholds and times are numbers; all others are lists of words.',
  either(number(), listOf(text())),
);
/** Those of another agent, by plugin. */
export const allLimitsIn = adopt(mapOf('By plugin.', LIMITS));

interface LimitsSetup {
  /** The plugin's section of the configuration file: lower-case keys, values as text. */
  section: Readonly<Record<string, string>>;
  historySize: number;
  /** Number of logical cores; some thresholds scale with it. */
  cores: number;
}

/** Converts text of the file to its form on the wire. */
export function limitValue(text: string): number | string[] {
  return numberOf(text) ?? text.split(',').map((word) => word.trim());
}

/** Defaults of an empty section: the source of limits, `/config` and the example file. */
export function defaultTexts(plugin: Plugin, cores: number): Record<string, string> {
  const texts: Record<string, string> = { disable: 'False' };
  if (plugin.refresh !== undefined) texts['refresh'] = String(plugin.refresh);
  for (const [key, option] of Object.entries(plugin.options ?? {})) {
    if (option.fallback !== undefined) texts[key] = option.fallback;
  }
  for (const { rule } of levelRules(plugin)) {
    const prefix = rule.header === '' ? '' : `${rule.header}_`;
    defaultThresholds(rule, cores)?.forEach((limit, index) => {
      texts[`${prefix}${THRESHOLDS[index] ?? ''}`] = String(limit);
    });
    if (typeof rule.log === 'boolean' && rule.header !== '')
      texts[`${prefix}log`] = rule.log ? 'True' : 'False';
  }
  return texts;
}

/** Limits under another name of their plugin, which is the beginning of most keys. */
export const renamedLimits = (limits: Limits, plugin: string, name: string): Limits =>
  Object.fromEntries(
    Object.entries(limits).map(([key, value]) => [
      key.startsWith(`${plugin}_`) ? name + key.slice(plugin.length) : key,
      value,
    ]),
  );

export function limitsOf(plugin: Plugin, { section, historySize, cores }: LimitsSetup): Limits {
  const limits: Record<string, number | string[]> = { history_size: historySize };
  for (const [key, text] of Object.entries({ ...defaultTexts(plugin, cores), ...section })) {
    limits[`${plugin.name}_${key}`] = limitValue(publicValue(pluginOption(plugin, key), key, text));
  }
  return limits;
}
