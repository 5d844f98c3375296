/** From a configuration file and the command line to validated settings. */
import { fallbackOf } from '../core/option-parse.ts';
import type { Options, OptionValues } from '../core/options.ts';
import type { Plugin } from '../core/plugin.ts';
import type { Settings } from '../core/settings.ts';
import { checkSections, type TypedValues } from './check.ts';
import { ConfigError } from './errors.ts';
import { canonicalPlugin } from './field-names.ts';
import type { ConfigFiles } from './files.ts';
import { parseIni, type Section } from './ini.ts';
import { borrowedNotice, type ConfigFile } from './search.ts';
import { declarationOf, SECTIONS, type SectionDeclaration, type SectionName } from './sections.ts';
import type { SettingsSection } from './setting.ts';
import { replaceCommands, type RunProgram } from './substitute.ts';
import { switchPlugins } from './switches.ts';

/** What the command line says about the configuration. */
export interface ConfigFlags {
  /** Seconds, of `-t`. */
  refresh?: number | undefined;
  /** Plugin names of `--disable-plugin` and `--enable-plugin`. */
  disable?: readonly string[] | undefined;
  enable?: readonly string[] | undefined;
  disableHistory?: boolean | undefined;
  /** Texts that win over the file, by plugin and option. */
  options?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

export interface LoadSetup {
  registry: readonly Plugin[];
  /** As `findConfig` found it; null: there is none. */
  file: ConfigFile | null;
  files: Pick<ConfigFiles, 'read'>;
  flags?: ConfigFlags;
  /** Runs the commands between back-ticks; without it (no `--enable-config-exec`) they are literal text. */
  run?: RunProgram;
}

/** Sections and keys as they stand in the file. */
export type RawConfig = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Typed values of the sections that belong to no plugin. */
export type SectionValues = { [S in SectionName]: OptionValues<(typeof SECTIONS)[S]['options']> };

export interface Configuration {
  settings: Settings;
  sections: SectionValues;
  raw: RawConfig;
  file: ConfigFile | null;
  /** What the user should look at, one sentence each. */
  warnings: string[];
  /** What is good to know. */
  notices: string[];
}

type Sections = Map<string, SettingsSection>;

/** Throws `ConfigError` with all that is wrong in the file, `UsageError` for plugin names nobody knows. */
export async function loadSettings(setup: LoadSetup): Promise<Configuration> {
  const { registry, file, flags = {} } = setup;
  const plugins = new Map(registry.map((plugin) => [plugin.name, plugin]));
  const parsed =
    file === null ? new Map<string, Section>() : parseIni(setup.files.read(file.path), file.path);
  const sections = located(parsed, file?.path ?? '');
  const commands = await replaceCommands(used(sections, plugins), setup.run);
  override(sections, flags.options ?? {}, plugins);

  const { values, problems, warnings, unused } = checkSections(sections, plugins);
  if (commands.problems.length + problems.length > 0)
    throw new ConfigError([...commands.problems, ...problems]);
  const { enabled, warnings: switchWarnings } = switchPlugins({
    names: [...plugins.keys()],
    off: [...plugins.keys()].filter((name) => values.get(name)?.get('disable') === true),
    disable: flags.disable ?? [],
    enable: flags.enable ?? [],
  });
  const typed = sectionValues(values);
  return {
    settings: settingsOf({ plugins, enabled, sections, values, flags, global: typed.global }),
    sections: typed,
    raw: rawOf(parsed),
    file,
    warnings: [...commands.warnings, ...warnings, ...switchWarnings],
    notices: [
      ...(file?.borrowed ? [borrowedNotice(file)] : []),
      ...commands.notices,
      ...unusedNotice(unused, file),
    ],
  };
}

/** Sections under the names that Gander knows, with the places of their values. */
function located(parsed: ReadonlyMap<string, Section>, path: string): Sections {
  const sections: Sections = new Map();
  for (const [name, { line, entries }] of parsed) {
    const known = sections.get(canonicalPlugin(name));
    const settings = known?.settings ?? new Map();
    for (const [key, entry] of entries)
      settings.set(key, { value: entry.value, inherited: entry.inherited, where: `${path}:${entry.line}` });
    sections.set(canonicalPlugin(name), { where: `${path}:${line}`, settings });
  }
  return sections;
}

/** Sections in which commands are replaced: those that are read here, save those where any text may be meant. */
const used = (sections: Sections, plugins: ReadonlyMap<string, Plugin>): Sections =>
  new Map(
    [...sections].filter(([name]) => {
      const declaration: SectionDeclaration | undefined = declarationOf(name);
      return declaration ? declaration.literal !== true : plugins.has(name);
    }),
  );

/** Puts options of the command line over those of the file. */
function override(
  sections: Sections,
  options: NonNullable<ConfigFlags['options']>,
  plugins: ReadonlyMap<string, Plugin>,
): void {
  for (const [name, texts] of Object.entries(options)) {
    if (!plugins.has(name)) continue;
    const section = sections.get(name) ?? { where: 'command line', settings: new Map() };
    for (const [key, value] of Object.entries(texts))
      section.settings.set(key, { value, where: 'command line', inherited: false });
    sections.set(name, section);
  }
}

/** Values of declared options, fall-backs where they are unset. */
function valuesOf<O extends Options>(
  options: O,
  values: ReadonlyMap<string, unknown> | undefined,
): OptionValues<O> {
  return Object.fromEntries(
    Object.entries(options).map(([key, option]) => [
      key,
      values?.has(key) ? values.get(key) : fallbackOf(option),
    ]),
  ) as OptionValues<O>;
}

function sectionValues(values: TypedValues): SectionValues {
  return Object.fromEntries(
    Object.entries(SECTIONS).map(([name, { options }]) => [
      name,
      valuesOf<Options>(options, values.get(name)),
    ]),
  ) as SectionValues;
}

interface Parts {
  plugins: ReadonlyMap<string, Plugin>;
  enabled: ReadonlySet<string>;
  sections: Sections;
  values: TypedValues;
  flags: ConfigFlags;
  global: SectionValues['global'];
}

function settingsOf({ plugins, enabled, sections, values, flags, global }: Parts): Settings {
  const texts = new Map(
    [...sections].map(([name, { settings }]) => [
      name,
      Object.fromEntries([...settings].map(([key, { value }]) => [key, value])),
    ]),
  );
  const options = new Map(
    [...plugins].map(([name, plugin]) => [name, valuesOf(plugin.options ?? {}, values.get(name))]),
  );
  const refresh = flags.refresh ?? global.refresh;
  return {
    historySize: flags.disableHistory ? 0 : global.history_size,
    enabled,
    section: (name) => texts.get(canonicalPlugin(name)) ?? {},
    optionsOf: (name) => options.get(name) ?? {},
    refreshOf: ({ name, refresh: declared }) =>
      (values.get(name)?.get('refresh') as number | undefined) ?? declared ?? refresh,
  };
}

const rawOf = (parsed: ReadonlyMap<string, Section>): RawConfig =>
  Object.fromEntries(
    [...parsed].map(([name, { entries }]) => [
      name,
      Object.fromEntries([...entries].map(([key, { value }]) => [key, value])),
    ]),
  );

function unusedNotice(unused: readonly string[], file: ConfigFile | null): string[] {
  if (unused.length === 0 || file === null) return [];
  const sections = unused.map((name) => `[${name}]`).join(', ');
  return [`${file.path}: this version does not use ${sections}.`];
}
