/** `gander.d/page.conf`: rules set on the page. They override the configuration file; the command line overrides both. */
import { dirname } from 'node:path';
import { ConfigError } from '../../core/errors.ts';
import { canonicalPlugin } from '../../core/glances-names.ts';
import type { Options } from '../../core/options.ts';
import type { Plugin } from '../../core/plugin.ts';
import { parseIni } from './ini.ts';
import { isRuleKey } from '../../measure/levels/plugin-keys.ts';
import { type ConfigFile, configFolders, type Environment } from './search.ts';
import { ALERTS_SECTION } from '../../alerts/failure-rules/index.ts';
import { ANY_PAGE_TARGET, isTargetName, isTargetSection, pageTargetOptions } from './target-sections.ts';

export interface PageRule {
  /** Name of a plugin, `alerts`, or that of a target: `notify_phone`. */
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

/** File with the rules of the page, as read. */
export interface PageFile {
  readonly path: string;
  readonly rules: readonly (PageRule & { readonly line: number })[];
}

const ALERTS = 'alerts';

/** Path of the file; null: no configuration folder. */
export function pageFilePath(file: ConfigFile | null, environment: Environment): string | null {
  const folder =
    file === null || file.borrowed ? configFolders('gander', environment)[0] : dirname(file.path);
  return folder === undefined ? null : `${folder}/gander.d/page.conf`;
}

/**
 * True if the page may set a key; not if it runs commands or names files.
 * @param ofTarget keys of the target's section; default: those of all target types
 */
export function isPageKey(
  section: string,
  key: string,
  plugins: ReadonlyMap<string, Plugin>,
  ofTarget: Options = ANY_PAGE_TARGET,
): boolean {
  if (isTargetSection(section)) return isTargetName(section) && Object.hasOwn(ofTarget, key);
  if (section === ALERTS) return Object.hasOwn(ALERTS_SECTION.options, key);
  const plugin = plugins.get(canonicalPlugin(section));
  return plugin !== undefined && isRuleKey(plugin, key);
}

/** Throws `ConfigError` for invalid text, for keys that the page may not set, and if the end of the file is missing. */
export function parsePageFile(
  bytes: Uint8Array,
  path: string,
  plugins: ReadonlyMap<string, Plugin>,
): PageFile {
  if (isTruncated(bytes)) throw new ConfigError([`${path} is empty, or its end is missing.`]);
  return parseRules(bytes, path, plugins);
}

function parseRules(bytes: Uint8Array, path: string, plugins: ReadonlyMap<string, Plugin>): PageFile {
  const sections = parseIni(bytes, path);
  const rules = [...sections].flatMap(([section, { entries }]) =>
    [...entries].map(([key, { value, line }]) => ({ section, key, value, line })),
  );
  const ofTarget = (section: string): Options =>
    pageTargetOptions(sections.get(section)?.entries.get('type')?.value);
  const problems = rules
    .filter(({ section, key }) => !isPageKey(section, key, plugins, ofTarget(section)))
    .map(
      ({ section, key, line }) =>
        `${path}:${line}: [${section}] ${key} is no rule of the page. Move it to gander.conf.`,
    );
  if (problems.length > 0) throw new ConfigError(problems);
  return { path, rules };
}

/** Returns the rules in complete lines of a truncated file. Throws as `parsePageFile` for other damage. */
export function completeRules(
  bytes: Uint8Array,
  path: string,
  plugins: ReadonlyMap<string, Plugin>,
): PageFile {
  return parseRules(
    isTruncated(bytes) ? bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1) : bytes,
    path,
    plugins,
  );
}

const NEWLINE = '\n'.charCodeAt(0);
const TITLE = '# Rules that were set on the page of Gander.';
const HEAD = `${TITLE} They win over gander.conf; the command line wins over both.
# The page replaces this file as a whole.
`;
const END = '# End of the rules.\n';

/** Files that people write need no end. */
function isTruncated(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return TITLE.startsWith(text.slice(0, TITLE.length)) && !text.trimEnd().endsWith(END.trim());
}

/** Returns the text of the file. A rule has a value of one line. */
export function pageFileText(rules: readonly PageRule[]): string {
  const names = [...new Set(rules.map(({ section }) => section))].sort();
  const sections = names.map((name) => {
    const lines = rules
      .filter(({ section }) => section === name)
      .map(({ key, value }) => `${key} = ${value}`)
      .sort();
    return `\n[${name}]\n${lines.join('\n')}\n`;
  });
  return HEAD + sections.join('') + END;
}
