/** Path of the log file. */
import { accessSync, constants, statSync } from 'node:fs';
import { DEFAULT_PORT, OPTIONS, portOf, type Values } from '../cli/options.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Distinguishes agents of a user: `-cli` for programs that do not serve, nothing for the default port on all addresses, otherwise
 * the port and a non-default address.
 */
export function logSuffix(isServing: boolean, values: Values): string {
  const [port, address] = [portOf(values), values.bind_address];
  if (!isServing) return '-cli';
  if (address !== OPTIONS.bind_address.fallback) return `-${port}-${address.replaceAll('/', '_')}`;
  return port === DEFAULT_PORT ? '' : `-${port}`;
}

/**
 * `gander<suffix>.log` in the service manager's folder (systemd's `LogsDirectory=`, the first of several), `$XDG_CACHE_HOME/gander`,
 * or `~/.local/share/gander`, the first writable one; otherwise `gander-<user><suffix>.log` in the temporary folder.
 * @param user name or id, to separate users
 * @param suffix see {@link logSuffix}
 */
export function logPath(
  environment: Environment,
  user: string,
  suffix: string,
  canWrite = isWritableFolder,
): string {
  const {
    LOGS_DIRECTORY: service = '',
    XDG_CACHE_HOME: cache = '',
    HOME: home = '',
    TMPDIR: temporary,
  } = environment;
  const [logs = ''] = service.split(':');
  const file = `gander${suffix}.log`;
  if (logs.startsWith('/') && canWrite(logs)) return `${logs}/${file}`;
  if (cache.startsWith('/') && canWrite(cache)) return `${cache}/gander/${file}`;
  if (home !== '' && canWrite(`${home}/.local/share`)) return `${home}/.local/share/gander/${file}`;
  return `${temporary || '/tmp'}/gander-${user.replaceAll('/', '_')}${suffix}.log`;
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    // The next candidate is tried.
    return false;
  }
}
