/** Which keys the section of a plugin may hold: its options, what every plugin has, and thresholds. */
import { THRESHOLDS } from '../core/level-rule.ts';
import { levelRules } from '../core/limits.ts';
import { flagOption, numberOption, type Option, type Options, textOption } from '../core/options.ts';
import type { Plugin } from '../core/plugin.ts';

/** Seconds between samples: nothing is gained below, and nobody waits longer than a day. */
export const REFRESH_RANGE = [0.1, 86_400] as const;

/** Keys of every plugin. */
export const COMMON_OPTIONS = {
  disable: flagOption(false, 'Turn the plugin off.'),
  refresh: numberOption(undefined, 'Seconds between two samples.', REFRESH_RANGE),
} satisfies Options;

const ANY_NUMBER = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** What may follow the name of a judged value: `user_careful`, `user_log`, `user_critical_action`. */
const THRESHOLD: Option = numberOption(undefined, 'Threshold; 0 counts as not set.', ANY_NUMBER);
const LOG: Option = flagOption(false, 'Whether the levels feed the list of events.');
const ACTION: Option = textOption(undefined, 'Command that is run on entering the level.');
/** `default`: there is nothing to compare the value with. */
const ACTION_LEVELS = ['ok', 'default', ...THRESHOLDS];
const SUFFIXES: readonly (readonly [string, Option])[] = [
  ...THRESHOLDS.map((name) => [name, THRESHOLD] as const),
  ['log', LOG],
  ...ACTION_LEVELS.flatMap((level) => [
    [`${level}_action`, ACTION] as const,
    [`${level}_action_repeat`, ACTION] as const,
  ]),
];

const own = (options: Options | undefined, key: string): Option | undefined =>
  options && Object.hasOwn(options, key) ? options[key] : undefined;

/** The declaration of a key, undefined when the plugin knows no such key. */
export function pluginOption(plugin: Plugin, key: string): Option | undefined {
  return own(plugin.options, key) ?? own(COMMON_OPTIONS, key) ?? levelOption(plugin, key);
}

/** True for plugins whose thresholds may be those of one item. */
const hasItems = (plugin: Plugin): boolean =>
  plugin.shape === 'list' || (plugin.shape === 'object' && plugin.others !== undefined);

/** Keys of a threshold: those of a list plugin may start with the name of an item, which is any text. */
function levelOption(plugin: Plugin, key: string): Option | undefined {
  const names = new Set(levelRules(plugin).map(([, { header }]) => header));
  if (names.size === 0) return undefined;
  names.add('');
  for (const [suffix, option] of SUFFIXES) {
    if (key !== suffix && !key.endsWith(`_${suffix}`)) continue;
    const name = key.slice(0, -suffix.length - 1);
    if (hasItems(plugin) || names.has(name)) return option;
  }
  return undefined;
}

/** All keys with fixed names, to find the one that was meant. */
export function pluginKeys(plugin: Plugin): string[] {
  const names = levelRules(plugin).map(([, { header }]) => header);
  const prefixes =
    names.length === 0 ? [] : ['', ...names.filter((name) => name !== '').map((name) => `${name}_`)];
  return [
    ...Object.keys(plugin.options ?? {}),
    ...Object.keys(COMMON_OPTIONS),
    ...prefixes.flatMap((prefix) => SUFFIXES.map(([suffix]) => prefix + suffix)),
  ];
}
