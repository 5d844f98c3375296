/** Keys of levels that the rules of their value ignore. */
import { numberedMember } from '../../core/option-groups.ts';
import type { Plugin } from '../../core/plugin.ts';
import { type FieldRule, levelRules } from '../../judge/levels/rules.ts';
import type { RawSection } from './raw-section.ts';
import { rulesOf } from './threshold-warnings.ts';

/**
 * Logging of values that never raise events, and thresholds of values whose level comes from their state: one sentence each.
 * @param values typed values of the section
 */
export const silentWarnings = (
  plugin: Plugin,
  section: RawSection,
  values: ReadonlyMap<string, unknown>,
): string[] =>
  [...values].flatMap(([key, value]) => {
    const { where = '', inherited = false } = section.values.get(key) ?? {};
    const reason = inherited ? null : reasonFor(plugin, key, value);
    return reason === null ? [] : [`${where}: [${plugin.name}] ${key} has no effect here. ${reason}`];
  });

function reasonFor(plugin: Plugin, key: string, value: unknown): string | null {
  const options = plugin.options ?? {};
  const [, name = '', suffix] = /^(?:(.+)_)?(log|careful|warning|critical)$/.exec(key) ?? [];
  if (suffix === undefined || Object.hasOwn(options, key) || numberedMember(options, key)) return null;
  const rules = judging(plugin, name);
  if (rules.length === 0) return null;
  if (suffix === 'log')
    return value === true && rules.every(({ rule }) => rule.log === 'never')
      ? 'This value raises no events.'
      : null;
  return rules.every(isByState) ? 'The state alone decides the level.' : null;
}

/** The rules that keys with this name configure: those of the longest header, or all where the name is that of the plugin. */
function judging(plugin: Plugin, name: string): FieldRule[] {
  const rules = rulesOf(plugin, name);
  const found = rules.filter(({ rule }) => rule.header === rules[0]?.rule.header);
  return found.length === 0 && name === '' ? levelRules(plugin) : found;
}

/** A rule whose function takes no thresholds. */
const isByState = ({ rule: { state } }: FieldRule): boolean => state !== undefined && state.length < 2;
