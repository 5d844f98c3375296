/** Keys of levels that the rules of their value ignore. */
import { type KeyValues, numberedMember } from '../../core/option-groups.ts';
import type { Plugin } from '../../core/plugin.ts';
import { isDelayKey } from '../../measure/levels/alert-delays.ts';
import { type FieldRule, levelRules } from '../../measure/levels/rules.ts';
import type { RawSection } from './raw-section.ts';
import { rulesOf } from './threshold-warnings.ts';

/**
 * Logging of values that never raise events, and thresholds of values with state levels: a sentence each.
 * @param values typed values of the section
 */
export const silentWarnings = (plugin: Plugin, section: RawSection, values: KeyValues): string[] =>
  [...values.keys()].flatMap((key) => {
    const { where = '', inherited = false } = section.values.get(key) ?? {};
    const reason = inherited ? null : reasonFor(plugin, key, values);
    return reason === null ? [] : [`${where}: [${plugin.name}] ${key} has no effect here. ${reason}`];
  });

const LEVEL_KEY =
  /^(?:(.+?)_)??((?:warning|critical|clear)_for|(?:warning|critical)_clear|log|careful|warning|critical)$/;
const NO_EVENTS = 'This value raises no events.';

function reasonFor(plugin: Plugin, key: string, values: KeyValues): string | null {
  const options = plugin.options ?? {};
  const [, name = '', suffix] = LEVEL_KEY.exec(key) ?? [];
  if (suffix === undefined || Object.hasOwn(options, key) || numberedMember(options, key)) return null;
  const rules = judging(plugin, name);
  if (rules.length === 0) return null;
  if (suffix === 'log')
    return values.get(key) === true && rules.every(({ rule }) => rule.log === 'never') ? NO_EVENTS : null;
  if (isDelayKey(suffix) && rules.every(({ rule }) => rule.log === 'never')) return NO_EVENTS;
  if (isDelayKey(suffix) && !rules.some(({ rule }) => rule.log === true) && !turnsLogOn(values))
    return `It raises no events unless ${[name, 'log'].filter(Boolean).join('_')}=True.`;
  if (suffix.endsWith('_for')) return null;
  return rules.every(isByState) ? 'The state alone decides the level.' : null;
}

const turnsLogOn = (values: KeyValues): boolean =>
  [...values].some(([key, value]) => /(^|_)log$/.test(key) && value === true);

/**
 * Returns the rules that keys with this name configure: those of the longest header, or all where the name is that of the plugin.
 */
function judging(plugin: Plugin, name: string): FieldRule[] {
  const rules = rulesOf(plugin, name);
  const found = rules.filter(({ rule }) => rule.header === rules[0]?.rule.header);
  return found.length === 0 && name === '' ? levelRules(plugin) : found;
}

/** A rule whose function takes no thresholds. */
const isByState = ({ rule: { state } }: FieldRule): boolean => state !== undefined && state.length < 2;
