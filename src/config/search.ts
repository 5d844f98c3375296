/** Where the configuration file is. */
import { ConfigError } from './errors.ts';
import type { ConfigFiles } from './files.ts';

export interface ConfigFile {
  readonly path: string;
  /** True when it is the file of the server that Gander replaces. */
  readonly borrowed: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Programs whose files are read, the first one found wins. */
const OWN = 'gander';
const PROGRAMS = [OWN, 'glances'];

/** The folders in which a program's configuration may be, the user's own first. */
export function configFolders(program: string, environment: Environment): string[] {
  const { XDG_CONFIG_HOME: xdg = '', HOME: home = '' } = environment;
  const base = xdg.startsWith('/') ? xdg : home === '' ? undefined : `${home}/.config`;
  return [...(base === undefined ? [] : [`${base}/${program}`]), `/etc/${program}`];
}

/**
 * The file to read, or null when there is none. `explicit` is the path of `-C`, which must exist: throws
 * {@link ConfigError}.
 */
export function findConfig(
  explicit: string | undefined,
  environment: Environment,
  files: Pick<ConfigFiles, 'exists' | 'isFolder'>,
): ConfigFile | null {
  if (explicit !== undefined) {
    if (files.exists(explicit)) return { path: explicit, borrowed: false };
    if (files.isFolder(explicit))
      throw new ConfigError([`The configuration file ${explicit} is a directory; -C names a file to read.`]);
    throw new ConfigError([`The configuration file ${explicit} does not exist; -C names a file to read.`]);
  }
  for (const program of PROGRAMS) {
    for (const folder of configFolders(program, environment)) {
      const path = `${folder}/${program}.conf`;
      if (files.exists(path)) return { path, borrowed: program !== OWN };
    }
  }
  return null;
}

/** The notice at start-up about a borrowed file. */
export const borrowedNotice = ({ path }: ConfigFile): string =>
  `There is no ${OWN}.conf, so ${path} is read; copy it to /etc/${OWN}/${OWN}.conf to make it Gander's own.`;
