/** Loads and validates settings from file and command line. */
import { service } from '../../core/parts/service.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Settings } from '../../core/settings.ts';
import type { ExporterSettings } from '../../export/exporters/exporter.ts';
import type { TargetSettings } from '../../alerts/notify/target-type.ts';
import { checkSections } from './check.ts';
import { ConfigError } from '../../core/errors.ts';
import { exporterOf, exportersIn } from './exporter-sections.ts';
import { canonicalPlugin, canonicalSection, sectionSince } from '../../core/glances-names.ts';
import type { ConfigFiles } from './files.ts';
import { withEnvironment } from './environment-values.ts';
import { parseIni, type Section } from './ini.ts';
import { otherServerNotice, type ConfigFile, type Environment } from './search.ts';
import { PASSWORDS } from './own-sections.ts';
import { SECTIONS, type SectionValues } from './sections.ts';
import type { RawSection } from './raw-section.ts';
import type { PageFile, PageRule } from './page-rules.ts';
import type { OwnPlugins } from '../../measure/own/plugins.ts';
import { ownedSection } from '../../measure/levels/plugin-keys.ts';
import { replaceCommands, type RunProgram } from './substitute.ts';
import { switchPlugins } from './switches.ts';
import { isTargetSection, pageOptionsBeside, targetsOf } from './target-sections.ts';
import { sectionValues, settingsOf } from './typed.ts';
import { withVersion5 } from './version-5.ts';

/** Command-line options that override the configuration. */
export interface ConfigFlags {
  /** Seconds, of `-t`. */
  refresh?: number | undefined;
  /** Plugin names of `--disable-plugin` and `--enable-plugin`. */
  disable?: readonly string[] | undefined;
  enable?: readonly string[] | undefined;
  disableHistory?: boolean | undefined;
  /** Commands of `[metric_NAME]` do not run. */
  disableExec?: boolean | undefined;
  /** Texts that win over the file, by plugin and option. */
  options?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

export interface LoadSetup {
  registry: readonly Plugin[];
  /** From `findConfig`; null: none. */
  file: ConfigFile | null;
  files: Pick<ConfigFiles, 'read'> & Partial<Pick<ConfigFiles, 'isFolder'>>;
  /** Its variables `GLANCES_<SECTION>__<KEY>` win over the file. */
  environment?: Environment;
  /** Rules of the page, which override the file; null: none. */
  page?: PageFile | null;
  flags?: ConfigFlags;
  /** Problems found by the consumers of values, such as missing keys and files: one sentence each. */
  check?: (parts: ConfigParts) => Promise<readonly string[]>;
  /** Runs commands between backticks; without it (no `--enable-config-exec`) they are literal text. */
  run?: RunProgram;
}

/** Sections and keys as they stand in the file. */
export type RawConfig = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Configuration {
  settings: Settings;
  /** All plugins, with those of `[metric_NAME]`, sorted by name. */
  registry: readonly Plugin[];
  sections: SectionValues;
  /** Notification targets, including disabled ones. */
  targets: TargetSettings[];
  /** Exporter sections, including disabled ones. */
  exporters: ExporterSettings[];
  /** Location of a key (`/etc/gander/gander.conf:12`); undefined: default. */
  placeOf(section: string, key: string): string | undefined;
  /** Clear-text passwords of other servers, by name in lower case; `default` is for those not named. */
  passwords: ReadonlyMap<string, string>;
  raw: RawConfig;
  file: ConfigFile | null;
  /** Warnings for the user, one sentence each. */
  warnings: string[];
  /** Notices for the user, one sentence each. */
  notices: string[];
}
/** Of the start: a reload changes parts of it. */
export const Configuration = service<Configuration>('configuration of the start');

/** For checks, which also see otherwise invalid files: invalid values have their defaults here. */
export type ConfigParts = Pick<Configuration, 'sections' | 'targets' | 'exporters' | 'placeOf'>;

type Sections = Map<string, RawSection>;

const OWN_PREFIX = 'metric_';

/** Throws `ConfigError` with all problems and warnings, and `UsageError` for unknown plugin names. */
export async function loadSettings(setup: LoadSetup): Promise<Configuration> {
  const { file, flags = {} } = setup;
  const parsed = withEnvironment(
    file === null ? new Map<string, Section>() : parseIni(setup.files.read(file.path), file.path),
    setup.environment ?? {},
  );
  const read = withVersion5(parsed, file?.path ?? 'environment');
  const sections = located(read.sections, file?.path ?? 'environment');
  const { plugins: own, problems: ownProblems } = await ownPluginsIn(sections, setup);
  const registry = [...setup.registry, ...own].sort((a, b) => (a.name < b.name ? -1 : 1));
  const plugins = new Map(registry.map((plugin) => [plugin.name, plugin]));
  const commands = await replaceCommands(used(sections, plugins), setup.run);
  // After commands were replaced: what the page sets is never one.
  const page = setup.page ?? null;
  const ofPage = targetsOfPage(page);
  const conflicts = page === null ? [] : pageConflicts(sections, page);
  setPageRules(sections, page);
  inheritGlobals(sections, plugins);
  override(sections, flags.options ?? {}, plugins);

  const { values, problems, warnings, unused } = checkSections(sections, plugins);
  const typed = sectionValues(values);
  const parts: ConfigParts = {
    sections: typed,
    targets: targetsOf(sections, values, ofPage),
    exporters: exportersIn(sections, values),
    placeOf: (section, key) => sections.get(section)?.values.get(key)?.where,
  };
  const all = [
    ...commands.problems,
    ...ownProblems,
    ...conflicts,
    ...problems,
    ...((await setup.check?.(parts)) ?? []),
  ];
  if (all.length > 0) throw new ConfigError(all, [...commands.warnings, ...read.warnings, ...warnings]);
  const { enabled, warnings: switchWarnings } = switchPlugins({
    names: [...plugins.keys()],
    off: [...plugins.keys()].filter((name) => values.get(name)?.get('disable') === true),
    disable: flags.disable ?? [],
    enable: flags.enable ?? [],
  });
  return {
    ...parts,
    registry,
    settings: settingsOf({
      plugins,
      enabled,
      sections,
      values,
      refresh: flags.refresh ?? typed.global.refresh,
      historySize: flags.disableHistory ? 0 : typed.global.history_size,
    }),
    passwords: passwordsOf(sections),
    raw: rawOf(parsed, page?.rules ?? []),
    file,
    warnings: [...commands.warnings, ...read.warnings, ...warnings, ...switchWarnings],
    notices: [
      ...(file === null ? [] : otherServerNotice(file)),
      ...renamedNotices(parsed, file?.path ?? ''),
      ...read.notices,
      ...commands.notices,
      ...unusedNotice(unused, file),
    ],
  };
}

/** All plugins that a configuration has, before it is loaded: rules of the page name them. An invalid one is reported when it is loaded. */
export async function registryIn({
  registry,
  file,
  files,
}: Pick<LoadSetup, 'registry' | 'file' | 'files'>): Promise<readonly Plugin[]> {
  try {
    const sections: Sections =
      file === null ? new Map() : located(parseIni(files.read(file.path), file.path), file.path);
    return [...registry, ...(await ownPluginsIn(sections, { registry, files })).plugins];
  } catch (error) {
    if (error instanceof ConfigError) return registry;
    throw error;
  }
}

/** A source without a section: the folder that the package makes. */
const TEXTFILE = { section: 'metric_textfile', folder: '/var/lib/gander/textfile' } as const;

function textfileSection(): RawSection {
  const where = TEXTFILE.folder;
  return {
    where,
    values: new Map([['file', { value: `${TEXTFILE.folder}/*.prom`, where, inherited: false }]]),
  };
}

/** Returns the plugins of sections `[metric_NAME]`, whose code is loaded only with one of them. */
async function ownPluginsIn(
  sections: Sections,
  { registry, files, flags }: Pick<LoadSetup, 'registry' | 'files' | 'flags'>,
): Promise<OwnPlugins> {
  if (!sections.has(TEXTFILE.section) && files.isFolder?.(TEXTFILE.folder) === true)
    sections.set(TEXTFILE.section, textfileSection());
  const own = [...sections].filter(([name]) => name.startsWith(OWN_PREFIX));
  if (own.length === 0) return { plugins: [], problems: [] };
  const { ownPlugins } = await import('../../measure/own/plugins.ts');
  const made = ownPlugins(
    own.map(([section, { where, values }]) => ({
      section,
      where,
      texts: new Map([...values].map(([key, { value }]) => [key, value])),
    })),
    new Set([...registry.map(({ name }) => name), ...SECTIONS.keys()]),
    flags?.disableExec !== true,
  );
  // The others are reported already.
  const names = new Set(made.plugins.map(({ name }) => OWN_PREFIX + name));
  for (const [name] of own) if (!names.has(name)) sections.delete(name);
  return made;
}

/** Sections under the names that Gander knows, with the places of their values. */
function located(parsed: ReadonlyMap<string, Section>, path: string): Sections {
  const sections: Sections = new Map();
  for (const [name, { line, entries }] of parsed) {
    const known = sections.get(canonicalSection(name));
    const values = known?.values ?? new Map();
    for (const [key, entry] of entries) {
      // The present name wins over a former one.
      if (sectionSince(name) !== null && parsed.get(canonicalSection(name))?.entries.has(key)) continue;
      const { value, inherited, where = `${path}:${entry.line}` } = entry;
      values.set(key, { value, inherited, where });
    }
    sections.set(canonicalSection(name), { where: `${path}:${line}`, values });
  }
  return sections;
}

/** Says which sections are read under their present name. */
const renamedNotices = (parsed: ReadonlyMap<string, Section>, path: string): string[] =>
  [...parsed].flatMap(([name, { line }]) => {
    const present = sectionSince(name);
    return present === null ? [] : [`${path}:${line}: [${name}] is read as [${present}], its present name.`];
  });

/** Sections with command substitution: those read here, except where any text is valid. */
const used = (sections: Sections, plugins: ReadonlyMap<string, Plugin>): Sections =>
  new Map(
    [...sections].filter(([name]) => {
      const section = SECTIONS.get(name);
      if (section !== undefined) return section.others === undefined;
      return (
        plugins.has(name) ||
        isTargetSection(name) ||
        exporterOf(name) !== undefined ||
        ownedSection(name, plugins.values()) !== undefined
      );
    }),
  );

/** Rules about targets that the file sets up: the page changes neither where they send nor what they run. */
function pageConflicts(sections: Sections, { path, rules }: PageFile): string[] {
  return rules.flatMap(({ section, key, line }) => {
    const word = isTargetSection(section) ? sections.get(section)?.values.get('type') : undefined;
    if (word === undefined || Object.hasOwn(pageOptionsBeside(word.value), key)) return [];
    return [
      `${path}:${line}: [${section}] ${key} is no rule of the page, since ${word.where} sets up this target. Change it there.`,
    ];
  });
}

const targetsOfPage = (page: PageFile | null): ReadonlySet<string> =>
  new Set(page?.rules.flatMap(({ section, key }) => (key === 'type' ? section : [])));

function setPageRules(sections: Sections, page: PageFile | null): void {
  if (page === null) return;
  for (const { section: name, key, value, line } of page.rules) {
    const where = `${page.path}:${line}`;
    const section = sections.get(canonicalPlugin(name)) ?? { where, values: new Map() };
    section.values.set(key, { value, where, inherited: false });
    sections.set(canonicalPlugin(name), section);
  }
}

/** Plugin options that `[global]` has, too (`strftime_format`), apply to the plugin unless its own section sets them. */
function inheritGlobals(sections: Sections, plugins: ReadonlyMap<string, Plugin>): void {
  const globals = [...(sections.get('global')?.values ?? [])];
  for (const [name, { options = {} }] of plugins) {
    const section = sections.get(name) ?? { where: '', values: new Map() };
    const missing = globals.filter(([key]) => Object.hasOwn(options, key) && !section.values.has(key));
    for (const [key, setting] of missing) section.values.set(key, setting);
    if (missing.length > 0) sections.set(name, section);
  }
}

/** Applies command-line options over the file; lists are merged. */
function override(
  sections: Sections,
  options: NonNullable<ConfigFlags['options']>,
  plugins: ReadonlyMap<string, Plugin>,
): void {
  for (const [name, texts] of Object.entries(options)) {
    if (!plugins.has(name)) continue;
    const section = sections.get(name) ?? { where: 'command line', values: new Map() };
    const declared = plugins.get(name)?.options ?? {};
    for (const [key, text] of Object.entries(texts)) {
      const filed = declared[key]?.type === 'list' ? section.values.get(key)?.value : undefined;
      const value = filed === undefined ? text : `${filed},${text}`;
      section.values.set(key, { value, where: 'command line', inherited: false });
    }
    sections.set(name, section);
  }
}

/** Keys are lower case already, so that names match in any case. What `[DEFAULT]` holds is nobody's password. */
function passwordsOf(sections: Sections): ReadonlyMap<string, string> {
  const own = PASSWORDS.options;
  return new Map(
    [...(sections.get('passwords')?.values ?? [])]
      .filter(([key, { value, inherited }]) => !inherited && value !== '' && !Object.hasOwn(own, key))
      .map(([key, { value }]) => [key, value]),
  );
}

/** Sections as they stand in the file, with the rules of the page. */
function rawOf(parsed: ReadonlyMap<string, Section>, rules: readonly PageRule[]): RawConfig {
  const raw = new Map<string, Record<string, string>>(
    [...parsed].map(([name, { entries }]) => [
      name,
      Object.fromEntries([...entries].map(([key, { value }]) => [key, value])),
    ]),
  );
  for (const { section, key, value } of rules) raw.set(section, { ...raw.get(section), [key]: value });
  return Object.fromEntries(raw);
}

function unusedNotice(unused: readonly string[], file: ConfigFile | null): string[] {
  if (unused.length === 0 || file === null) return [];
  const sections = unused.map((name) => `[${name}]`).join(', ');
  return [`${file.path}: this version does not use ${sections}.`];
}
