/** Finds the configuration file. */
import { ConfigError } from '../../core/errors.ts';
import type { ConfigFiles } from './files.ts';

export interface ConfigFile {
  readonly path: string;
  /** True when it is the file of the server that Gander replaces. */
  readonly borrowed: boolean;
  /** A file of that server that is ignored because Gander has its own. */
  readonly hidden?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const OWN = 'gander';
/** Programs whose files are read; the file of the first hides that of the second. */
const PROGRAMS = [OWN, 'glances'];

/** Returns the folders in which a program's configuration may be, the user's own first. */
export function configFolders(program: string, environment: Environment): string[] {
  const { XDG_CONFIG_HOME: xdg = '', HOME: home = '' } = environment;
  const base = xdg.startsWith('/') ? xdg : home === '' ? undefined : `${home}/.config`;
  return [...(base === undefined ? [] : [`${base}/${program}`]), `/etc/${program}`];
}

/**
 * Returns the file to read; null if there is none. Throws {@link ConfigError}.
 * @param explicit path of `-C`, which must exist
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
  const [own, other] = PROGRAMS.map((program) =>
    configFolders(program, environment)
      .map((folder) => `${folder}/${program}.conf`)
      .find((path) => files.exists(path)),
  );
  if (own !== undefined)
    return { path: own, borrowed: false, ...(other === undefined ? {} : { hidden: other }) };
  return other === undefined ? null : { path: other, borrowed: true };
}

/** Returns the notice at start-up about the file of another server, read or not. */
export function otherServerNotice({ path, borrowed, hidden }: ConfigFile): string[] {
  if (borrowed)
    return [
      `There is no ${OWN}.conf, so ${path} is read; copy it to /etc/${OWN}/${OWN}.conf to make it Gander's own.`,
    ];
  if (hidden === undefined) return [];
  return [
    `${hidden} is not read, because ${path} exists. Copy the sections you need into ${path}, or start with -C ${hidden}.`,
  ];
}
