/**
 * `gander.d/page.conf`: rules that were set on the page, beside the configuration file. They win over that file; the command
 * line wins over both.
 */
import { dirname } from 'node:path';
import { ConfigError } from '../../core/errors.ts';
import { canonicalPlugin } from '../../core/glances-names.ts';
import type { Option } from '../../core/options.ts';
import type { Plugin } from '../../core/plugin.ts';
import { parseIni } from './ini.ts';
import { isRuleKey, pluginOption } from './plugin-keys.ts';
import { type ConfigFile, configFolders, type Environment } from './search.ts';
import { SECTIONS } from './sections.ts';

export interface PageRule {
  /** Name of a plugin, or `alerts`. */
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

/** The file of the page, as it was read. */
export interface PageFile {
  readonly path: string;
  readonly rules: readonly (PageRule & { readonly line: number })[];
}

const ALERTS = 'alerts';

/** The path of the file; null where no folder of the configuration is known. */
export function pageFilePath(file: ConfigFile | null, environment: Environment): string | null {
  const folder =
    file === null || file.borrowed ? configFolders('gander', environment)[0] : dirname(file.path);
  return folder === undefined ? null : `${folder}/gander.d/page.conf`;
}

/** The declaration of a key that the page may set; undefined for all others, of which some run commands. */
export function ruleOption(
  section: string,
  key: string,
  plugins: ReadonlyMap<string, Plugin>,
): Option | undefined {
  if (section === ALERTS) {
    const options: Readonly<Record<string, Option>> = SECTIONS.alerts.options;
    return Object.hasOwn(options, key) ? options[key] : undefined;
  }
  const plugin = plugins.get(canonicalPlugin(section));
  return plugin !== undefined && isRuleKey(plugin, key) ? pluginOption(plugin, key) : undefined;
}

/** Throws `ConfigError` for text that is no configuration, and for keys that the page may not set. */
export function parsePageFile(
  bytes: Uint8Array,
  path: string,
  plugins: ReadonlyMap<string, Plugin>,
): PageFile {
  const rules = [...parseIni(bytes, path)].flatMap(([section, { entries }]) =>
    [...entries].map(([key, { value, line }]) => ({ section, key, value, line })),
  );
  const problems = rules
    .filter(({ section, key }) => ruleOption(section, key, plugins) === undefined)
    .map(
      ({ section, key, line }) =>
        `${path}:${line}: [${section}] ${key} is no rule of the page. Move it to gander.conf.`,
    );
  if (problems.length > 0) throw new ConfigError(problems);
  return { path, rules };
}

const HEAD = `# Rules that were set on the page of Gander. They win over gander.conf; the command line wins over both.
# The page replaces this file as a whole.
`;

/** The text of the file. A rule has a value of one line. */
export function pageFileText(rules: readonly PageRule[]): string {
  const names = [...new Set(rules.map(({ section }) => section))].sort();
  const sections = names.map((name) => {
    const lines = rules
      .filter(({ section }) => section === name)
      .map(({ key, value }) => `${key} = ${value}`)
      .sort();
    return `\n[${name}]\n${lines.join('\n')}\n`;
  });
  return HEAD + sections.join('');
}
