/** Warns about group entries without their required member, such as `folder_1_careful` without `folder_1_path`. */
import { type KeyValues, groupEntries, groupsOf } from '../../core/option-groups.ts';
import type { GroupEntry, IdleKey, OptionGroup, Options } from '../../core/options.ts';
import type { RawSection } from './raw-section.ts';

/**
 * Entries without effect, a sentence each.
 * @param values typed values of the section
 */
export const groupWarnings = (
  name: string,
  section: RawSection,
  options: Options,
  values: KeyValues,
): string[] =>
  groupsOf(options)
    .filter(({ most }) => most !== null)
    .flatMap((group) => warningsOf(name, section, group, groupEntries(group, values, new Map())));

function warningsOf(
  name: string,
  section: RawSection,
  { prefix, members, needs = '', isUnique, lacks }: OptionGroup,
  entries: readonly GroupEntry[],
): string[] {
  const firstWith = new Map<unknown, string>();
  return entries.flatMap(({ name: number, values }) => {
    const needed = `${prefix}${number}_${needs}`;
    const value = values[needs];
    if (value === undefined) {
      if (isGiven(section, needed)) return [];
      const key = Object.keys(members)
        .map((member) => `${prefix}${number}_${member}`)
        .find((key) => section.values.get(key)?.value);
      const where = section.values.get(key ?? '')?.where;
      return [`${where}: [${name}] ${key} has no effect without ${needed}.`];
    }
    const first = firstWith.get(value);
    if (isUnique && first !== undefined)
      return [
        `${section.values.get(needed)?.where}: [${name}] ${needed} repeats ${first}. Only the first has an effect.`,
      ];
    firstWith.set(value, needed);
    return idleWarning(name, section, lacks?.(number, values) ?? null, `${prefix}${number}_`);
  });
}

/** A key without a value here that stands in the file has a wrong one, which is reported separately. */
const isGiven = (section: RawSection, key: string): boolean => Boolean(section.values.get(key)?.value);

function idleWarning(name: string, section: RawSection, idle: IdleKey | null, prefix = ''): string[] {
  if (idle === null) return [];
  const key = prefix + idle.key;
  const { where } = section.values.get(key) ?? {};
  if ('needed' in idle && isGiven(section, prefix + idle.needed)) return [];
  const why = 'needed' in idle ? `without ${prefix}${idle.needed}` : `beside ${prefix}${idle.excluded}`;
  return where === undefined ? [] : [`${where}: [${name}] ${key} has no effect ${why}.`];
}

/** A key without effect in a section of a group, such as `enable` in `[amp_nginx]` without `refresh`. */
export const sectionWarnings = (
  name: string,
  section: RawSection,
  group: OptionGroup,
  values: KeyValues,
): string[] =>
  groupEntries(group, undefined, new Map([[name, values]])).flatMap((entry) =>
    idleWarning(name, section, group.lacks?.(entry.name, entry.values) ?? null),
  );
