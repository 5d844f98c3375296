/** Determines the enabled plugins: file, then `--disable-plugin`, then `--enable-plugin`; the last one wins. */
import { UsageError } from '../../core/errors.ts';
import { didYouMean, LISTED } from '../../core/nearest.ts';
import { canonicalPlugin, FIELD_PLUGINS } from '../../core/glances-names.ts';

export interface Switches {
  /** Names of all plugins. */
  names: readonly string[];
  /** Those the file turns off. */
  off: readonly string[];
  /** Names given to `--disable-plugin`, `all` among them. */
  disable: readonly string[];
  /** Names given to `--enable-plugin`. */
  enable: readonly string[];
}

const ALL = 'all';
/** The process list needs the count; enabling the list enables both. */
const COUNT = 'processcount';
const LIST = 'processlist';
/** Disabling containers stops all queries to their engines. */
const CONTAINERS = 'containers';
const STATES = 'containerstates';
const NEED_COUNT: ReadonlySet<string> = new Set([LIST, 'programlist']);

/** Throws {@link UsageError} for a name nobody knows. */
export function switchPlugins(switches: Switches): { enabled: Set<string>; warnings: string[] } {
  const { names, off } = switches;
  if (switches.disable.includes(ALL) && switches.enable.length === 0)
    throw new UsageError('--disable-plugin all needs --enable-plugin with the plugins to keep.');
  const warnings: string[] = [];
  const known = (option: string, given: readonly string[]): string[] =>
    given.map(canonicalPlugin).filter((name) => {
      if (names.includes(name)) return true;
      if (!FIELD_PLUGINS.has(name)) throw new UsageError(unknownPlugin(name, names));
      warnings.push(`${option} ${name} does nothing: this version has no such plugin.`);
      return false;
    });
  const disable = known(
    '--disable-plugin',
    switches.disable.filter((name) => name !== ALL),
  );
  const enable = known('--enable-plugin', switches.enable);

  const enabled = new Set(switches.disable.includes(ALL) ? [] : names);
  for (const name of [...off, ...disable]) {
    enabled.delete(name);
    if (name === COUNT) enabled.delete(LIST);
    if (name === CONTAINERS) enabled.delete(STATES);
  }
  for (const name of enable) {
    enabled.add(name);
    if (NEED_COUNT.has(name) && names.includes(COUNT)) enabled.add(COUNT);
  }
  return { enabled, warnings };
}

const unknownPlugin = (name: string, names: readonly string[]): string =>
  `There is no plugin "${name}"${didYouMean(name, [...names, ...FIELD_PLUGINS], LISTED)}`;
