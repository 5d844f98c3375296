/** Keys of a plugin's section: its options, common keys and thresholds. */
import { THRESHOLDS } from '../../core/level-rule.ts';
import { DELAY_KEYS } from './alert-delays.ts';
import { levelRules } from './rules.ts';
import { groupsOf, numberedMember, sectionGroup } from '../../core/option-groups.ts';
import {
  flagOption,
  numberOption,
  REFRESH_RANGE,
  type Option,
  type OptionGroup,
  type Options,
  textOption,
} from '../../core/options.ts';
import type { Plugin } from '../../core/plugin.ts';

/** Keys of every plugin. */
export const COMMON_OPTIONS = {
  disable: flagOption(false, 'Turn the plugin off.'),
  refresh: numberOption(undefined, 'Seconds between two samples.', REFRESH_RANGE),
} satisfies Options;

const ANY_NUMBER = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** Suffixes of keys behind the name of a judged value: `user_careful`, `user_log`, `user_critical_action`. */
const THRESHOLD: Option = numberOption(undefined, 'Threshold; 0 counts as not set.', ANY_NUMBER);
const LOG: Option = flagOption(false, 'Whether the levels feed the list of events.');
const ACTION: Option = textOption(undefined, 'Command that is run on entering the level.');
/** `default`: there is nothing to compare the value with; `error`: it could not be measured. */
const ACTION_LEVELS = ['ok', 'default', 'error', ...THRESHOLDS];
/** Keys of notifications: `total_warning_for`, at most a month. */
const DELAY_KEY_OPTIONS: Readonly<Record<string, Option>> = Object.fromEntries(
  Object.entries(DELAY_KEYS).map(([key, description]) => [
    key,
    numberOption(undefined, description, key.endsWith('_for') ? [0, 2_592_000] : ANY_NUMBER),
  ]),
);
const SUFFIXES: readonly (readonly [string, Option])[] = [
  ...THRESHOLDS.map((name) => [name, THRESHOLD] as const),
  ['log', LOG],
  ...Object.entries(DELAY_KEY_OPTIONS),
  ...ACTION_LEVELS.flatMap((level) => [
    [`${level}_action`, ACTION] as const,
    [`${level}_action_repeat`, ACTION] as const,
  ]),
];

/** A group has keys of other names than its own. */
const own = (options: Options, key: string): Option | undefined =>
  Object.hasOwn(options, key) && options[key]?.type !== 'group' ? options[key] : undefined;

/** Returns the declaration of a key; undefined if it is unknown. */
export function pluginOption(plugin: Plugin, key: string): Option | undefined {
  const options = plugin.options ?? {};
  return (
    own(options, key) ?? numberedMember(options, key) ?? own(COMMON_OPTIONS, key) ?? levelOption(plugin, key)
  );
}

/** True for thresholds, logging, durations and actions: keys that only levels are made from. */
export const isLevelKey = (plugin: Plugin, key: string): boolean => {
  const option = pluginOption(plugin, key);
  const isShared = option === THRESHOLD || option === LOG || option === ACTION;
  return isShared || (option !== undefined && Object.values(DELAY_KEY_OPTIONS).includes(option));
};

/** True for thresholds and logging: keys of rules, which never run a command. */
export const isRuleKey = (plugin: Plugin, key: string): boolean =>
  isLevelKey(plugin, key) && pluginOption(plugin, key) !== ACTION;

/** True for plugins whose thresholds may be those of one item. */
const hasItems = (plugin: Plugin): boolean =>
  plugin.shape === 'list' || (plugin.shape === 'object' && plugin.others !== undefined);

/** Returns the group of a section that belongs to a plugin although it has another name: `[amp_nginx]`. */
export const ownedSection = (name: string, plugins: Iterable<Plugin>): OptionGroup | undefined => {
  for (const { options = {} } of plugins) {
    const group = sectionGroup(options, name);
    if (group) return group;
  }
  return undefined;
};

/** Keys of a threshold: those of a list plugin may start with the name of an item, which is any text. */
function levelOption(plugin: Plugin, key: string): Option | undefined {
  const names = new Set(levelRules(plugin).map(({ rule }) => rule.header));
  if (names.size === 0) return undefined;
  names.add('');
  for (const [suffix, option] of SUFFIXES) {
    if (key !== suffix && !key.endsWith(`_${suffix}`)) continue;
    const name = key.slice(0, -suffix.length - 1);
    if (hasItems(plugin) || names.has(name)) return option;
  }
  return undefined;
}

/** All fixed key names, for suggestions. */
export function pluginKeys(plugin: Plugin): string[] {
  const names = levelRules(plugin).map(({ rule }) => rule.header);
  const prefixes =
    names.length === 0 ? [] : ['', ...names.filter((name) => name !== '').map((name) => `${name}_`)];
  return [
    ...Object.entries(plugin.options ?? {}).flatMap(([key, { type }]) => (type === 'group' ? [] : key)),
    ...groupsOf(plugin.options ?? {}).flatMap(({ prefix, most, members }) =>
      most === null ? [] : Object.keys(members).map((member) => `${prefix}1_${member}`),
    ),
    ...Object.keys(COMMON_OPTIONS),
    ...prefixes.flatMap((prefix) => SUFFIXES.map(([suffix]) => prefix + suffix)),
  ];
}
