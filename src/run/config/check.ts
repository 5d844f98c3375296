/** Checks the texts of a configuration against the declarations; returns typed values and problems. */
import { type KeyValues, groupsOf, numberedMember } from '../../core/option-groups.ts';
import { OptionError, parseOption } from '../../core/option-parse.ts';
import type { Option, OptionGroup, Options } from '../../core/options.ts';
import type { Plugin } from '../../core/plugin.ts';
import { publicText, REDACTED } from '../../core/redact.ts';
import { exporterKeys, exporterOf } from './exporter-sections.ts';
import { FIELD_PLUGINS, isFieldSection } from '../../core/glances-names.ts';
import { groupWarnings, sectionWarnings } from './group-warnings.ts';
import { didYouMean } from '../../core/nearest.ts';
import { ownedSection, pluginKeys, pluginOption } from '../../measure/levels/plugin-keys.ts';
import type { RawSection } from './raw-section.ts';
import { silentWarnings } from './silent-warnings.ts';
import { thresholdWarnings } from './threshold-warnings.ts';
import { hasCommand } from './substitute.ts';
import type { Section } from '../../core/section.ts';
import { SECTIONS } from './sections.ts';
import {
  emptyWarnings,
  isEmptySection,
  isTargetSection,
  missingKeys,
  ownOption,
  targetOptions,
} from './target-sections.ts';
import type { TypedValues } from './values.ts';

export interface Checked {
  values: TypedValues;
  /** Invalid values, one sentence each. */
  problems: string[];
  /** Unknown names, one sentence each. */
  warnings: string[];
  /** Published sections without use here. */
  unused: string[];
}

/** Lookup of the keys of one section. */
export interface SectionRules {
  /** Returns the declaration of a key; undefined if it is unknown. */
  option(key: string): Option | undefined;
  keys(): string[];
  /** Missing keys of the section, one sentence each. */
  missing?(section: RawSection): string[];
  /** Settings without effect, one sentence each. */
  doubts(section: RawSection, values: KeyValues): string[];
}

/** Undefined: unknown section. @param type value of its key `type`, which decides on the keys of targets */
export function rulesOf(
  name: string,
  type: string | undefined,
  plugins: ReadonlyMap<string, Plugin>,
): SectionRules | undefined {
  if (isTargetSection(name)) return targetRules(name, type);
  const plugin = plugins.get(name);
  if (plugin === undefined) {
    const exporter = exporterOf(name);
    if (exporter !== undefined) return fixedRules(name, { options: exporterKeys(exporter) });
    const declaration = SECTIONS.get(name);
    const owned = ownedSection(name, plugins.values());
    return (declaration && fixedRules(name, declaration)) ?? (owned && ownedRules(name, owned));
  }
  return {
    option: (key) => pluginOption(plugin, key),
    keys: () => pluginKeys(plugin),
    doubts: (section, values) => [
      ...groupWarnings(name, section, plugin.options ?? {}, values),
      ...thresholdWarnings(plugin, section, values),
      ...silentWarnings(plugin, section, values),
    ],
  };
}

const fixedRules = (
  name: string,
  { options, others }: Pick<Section, 'options' | 'others'>,
): SectionRules => ({
  option: (key) => plainOption(options, key) ?? numberedMember(options, key) ?? others,
  keys: () => [
    ...Object.keys(options).filter((key) => plainOption(options, key)),
    ...exampleMembers(options),
    ...(others?.example === undefined ? [] : [others.example]),
  ],
  doubts: (section, values) => groupWarnings(name, section, options, values),
});

const ownedRules = (name: string, group: OptionGroup): SectionRules => ({
  ...fixedRules(name, { options: group.members }),
  doubts: (section, values) => sectionWarnings(name, section, group, values),
});

/** A group has keys of other names than its own. */
const plainOption = (options: Options, key: string): Option | undefined =>
  ownOption(options, key)?.group ? undefined : ownOption(options, key);

/** Keys of the first entry of numbered groups. */
const exampleMembers = (options: Options): string[] =>
  groupsOf(options)
    .filter(({ most }) => most !== null)
    .flatMap(({ prefix, members }) => Object.keys(members).map((member) => `${prefix}1_${member}`));

function targetRules(name: string, type: string | undefined): SectionRules {
  const options = targetOptions(type);
  return {
    option: (key) => ownOption(options, key),
    keys: () => Object.keys(options),
    missing: (section) => (isEmptySection(section) ? [] : missingKeys(name, section)),
    doubts: (section) => (isEmptySection(section) ? emptyWarnings(name, section) : []),
  };
}

export function checkSections(
  sections: ReadonlyMap<string, RawSection>,
  plugins: ReadonlyMap<string, Plugin>,
): Checked {
  const values = new Map<string, Map<string, unknown>>();
  const checked: Checked = { values, problems: [], warnings: [], unused: [] };
  for (const [name, section] of sections) {
    const rules = rulesOf(name, section.values.get('type')?.value, plugins);
    if (rules) values.set(name, checkSection(name, section, rules, checked));
    else if (isFieldSection(name)) checked.unused.push(name);
    else {
      const hint = didYouMean(name, [...SECTIONS.keys(), ...plugins.keys(), ...FIELD_PLUGINS]);
      checked.warnings.push(`${section.where}: there is no section [${name}]${hint} It is ignored.`);
    }
  }
  return checked;
}

function checkSection(
  name: string,
  section: RawSection,
  rules: SectionRules,
  { problems, warnings }: Checked,
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  problems.push(...(rules.missing?.(section) ?? []));
  for (const [key, { value, where, inherited }] of section.values) {
    const option = rules.option(key);
    if (option && value === '' && option.fallback === undefined) continue;
    if (option) {
      try {
        values.set(key, parseOption(option, value));
      } catch (error) {
        if (!(error instanceof OptionError)) throw error;
        const hint = hasCommand(value) ? '; its command runs only with --enable-config-exec' : '';
        problems.push(
          `${where}: [${name}] ${key} = ${option.secret || option.hidden ? REDACTED : shown(key, value)}: ${error.message}${hint}.`,
        );
      }
    } else if (!inherited) {
      warnings.push(`${where}: [${name}] has no key "${key}"${didYouMean(key, rules.keys())} It is ignored.`);
    }
  }
  warnings.push(...idleWarnings(name, section, rules, values), ...rules.doubts(section, values));
  return values;
}

/** Changed options without effect, one sentence each; invalid values are reported elsewhere. */
const idleWarnings = (name: string, section: RawSection, rules: SectionRules, values: KeyValues): string[] =>
  [...section.values].flatMap(([key, { value, where, inherited }]) => {
    const { instead, fallback = '' } = rules.option(key) ?? {};
    const isDefault = value.trim().toLowerCase() === fallback.toLowerCase();
    return instead === undefined || inherited || isDefault || !values.has(key)
      ? []
      : [`${where}: [${name}] ${key} has no effect here. ${instead}`];
  });

/** A value for messages: on one line, secrets masked. */
function shown(key: string, value: string): string {
  const line = publicText(key, value).replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
