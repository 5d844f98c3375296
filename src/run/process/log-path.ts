/** Path of the log file. */
import { accessSync, constants, statSync } from 'node:fs';
import { DEFAULT_PORT, OPTIONS, portOf, type Values } from '../cli/options.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What keeps agents of one user apart: `-cli` for programs that do not serve, nothing for the default port on all addresses, else the
 * port and the address, if that is another one.
 */
export function logSuffix(isServing: boolean, values: Values): string {
  const [port, address] = [portOf(values), values.bind_address];
  if (!isServing) return '-cli';
  if (address !== OPTIONS.bind_address.fallback) return `-${port}-${address.replaceAll('/', '_')}`;
  return port === DEFAULT_PORT ? '' : `-${port}`;
}

/**
 * `gander<suffix>.log` in the folder of the service manager (systemd's `LogsDirectory=`, the first of several), else in
 * `$XDG_CACHE_HOME/gander`, else in `~/.local/share/gander`, whichever folder can be written to; else `gander-<user><suffix>.log` in
 * the folder for temporary files.
 * @param user name or number that keeps users of one machine apart
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
    return false;
  }
}
