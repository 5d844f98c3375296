/** Where the log file is. */
import { accessSync, constants, statSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `gander.log` in the folder of the service manager (systemd's `LogsDirectory=`, the first of several), else
 * `$XDG_CACHE_HOME/gander/gander.log`, else `~/.local/share/gander/gander.log`, whichever folder can be written to;
 * else `gander-<user>.log` in the folder for temporary files.
 * @param user name or number that keeps users of one machine apart
 */
export function logPath(environment: Environment, user: string, canWrite = isWritableFolder): string {
  const {
    LOGS_DIRECTORY: service = '',
    XDG_CACHE_HOME: cache = '',
    HOME: home = '',
    TMPDIR: temporary,
  } = environment;
  const [logs = ''] = service.split(':');
  if (logs.startsWith('/') && canWrite(logs)) return `${logs}/gander.log`;
  if (cache.startsWith('/') && canWrite(cache)) return `${cache}/gander/gander.log`;
  if (home !== '' && canWrite(`${home}/.local/share`)) return `${home}/.local/share/gander/gander.log`;
  return `${temporary || '/tmp'}/gander-${user.replaceAll('/', '_')}.log`;
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
