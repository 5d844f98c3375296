/** Groups of options: which key or section belongs to which of them, and their values. */
import { fallbackOf } from './option-parse.ts';
import type { GroupEntry, Option, OptionGroup, Options } from './options.ts';

/** Parsed values by key. */
export type KeyValues = ReadonlyMap<string, unknown>;

export const groupsOf = (options: Options): OptionGroup[] =>
  Object.values(options).flatMap(({ group }) => group ?? []);

/** Number and member that a key of the plugin's section names; null when it is none of this group. */
function partsOf({ prefix, most }: OptionGroup, key: string): [number: string, member: string] | null {
  if (most === null || !key.startsWith(prefix)) return null;
  const [, number = '', member = ''] = /^([1-9]\d*)_(.+)$/.exec(key.slice(prefix.length)) ?? [];
  return number !== '' && Number(number) <= most ? [number, member] : null;
}

/** Returns the declaration of a key in a numbered group. */
export function numberedMember(options: Options, key: string): Option | undefined {
  for (const group of groupsOf(options)) {
    const [, member] = partsOf(group, key) ?? [];
    if (member !== undefined && Object.hasOwn(group.members, member)) return group.members[member];
  }
  return undefined;
}

const hasSection = ({ prefix, most, single }: OptionGroup, section: string): boolean =>
  most === null && (single ? section === prefix : section.startsWith(prefix) && section !== prefix);

/** Returns the group of sections with this name. */
export const sectionGroup = (options: Options, section: string): OptionGroup | undefined =>
  groupsOf(options).find((group) => hasSection(group, section));

/**
 * Returns the entries of a group.
 * @param own values of the plugin's section
 * @param sections values of all sections, in file order
 */
export function groupEntries(
  group: OptionGroup,
  own: KeyValues | undefined,
  sections: ReadonlyMap<string, KeyValues>,
): GroupEntry[] {
  const found = group.most === null ? ofSections(group, sections) : ofKeys(group, own ?? new Map());
  return found.map(([name, values]) => ({ name, values: withFallbacks(group.members, values) }));
}

const ofSections = (group: OptionGroup, sections: ReadonlyMap<string, KeyValues>) =>
  [...sections]
    .filter(([name, values]) => hasSection(group, name) && values.size > 0)
    .map(([name, values]) => [name.slice(group.prefix.length), values] as const);

function ofKeys(group: OptionGroup, own: KeyValues): [string, KeyValues][] {
  const entries = new Map<string, Map<string, unknown>>();
  for (const [key, value] of own) {
    const [number, member] = partsOf(group, key) ?? [];
    if (number === undefined || member === undefined || !Object.hasOwn(group.members, member)) continue;
    const values = entries.get(number) ?? new Map<string, unknown>();
    entries.set(number, values.set(member, value));
  }
  return [...entries].sort(([a], [b]) => Number(a) - Number(b));
}

const withFallbacks = (members: Options, values: KeyValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).map(([name, option]) => [
      name,
      values.has(name) ? values.get(name) : fallbackOf(option),
    ]),
  );
