/** Package managers: how each is found, and how it is asked for pending updates without the network. */
import type { Host } from '../../../core/host.ts';
import {
  parseApkUpdates,
  parseAptUpdates,
  parseDnfUpdates,
  parsePacmanUpdates,
  type PendingUpdates,
} from './package-updates.ts';
import { namesIn } from '../../sources/sysfs.ts';

interface PackageManager {
  readonly name: string;
  /** Folder with its lists of packages, and what the name of a list has. Without a list it knows no updates. */
  readonly lists: readonly [folder: string, part: string][];
  /** Argument lists. All of them only read. */
  readonly commands: readonly (readonly string[])[];
  /** Exit codes that are no failures. */
  readonly codes: readonly number[];
  parse(outputs: readonly string[]): PendingUpdates;
}

const MANAGERS: readonly PackageManager[] = [
  {
    name: 'apt',
    lists: [['/var/lib/apt/lists', '_Packages']],
    commands: [['/usr/bin/apt-get', '--simulate', '-o', 'Debug::NoLocking=true', 'dist-upgrade']],
    codes: [0],
    parse: ([text = '']) => parseAptUpdates(text),
  },
  {
    name: 'dnf',
    lists: [
      ['/var/cache/dnf', ''],
      ['/var/cache/libdnf5', ''],
    ],
    commands: [
      ['/usr/bin/dnf', '-q', '-C', 'list', '--upgrades'],
      ['/usr/bin/dnf', '-q', '-C', 'updateinfo', 'list', '--updates', '--security'],
    ],
    // 1: nothing is listed.
    codes: [0, 1],
    parse: ([list = '', security = '']) => parseDnfUpdates(list, security),
  },
  {
    name: 'apk',
    lists: [['/var/cache/apk', 'APKINDEX']],
    commands: [['/sbin/apk', '--no-network', 'version', '-l', '<']],
    codes: [0],
    parse: ([text = '']) => parseApkUpdates(text),
  },
  {
    name: 'pacman',
    lists: [['/var/lib/pacman/sync', '.db']],
    commands: [['/usr/bin/pacman', '-Qu']],
    codes: [0, 1],
    parse: ([text = '']) => parsePacmanUpdates(text),
  },
];

/** Returns the package manager of this host; null: none, none with lists of packages, or another root. */
export const managerOf = (host: Host): PackageManager | null =>
  host.isLocal
    ? (MANAGERS.find(({ lists }) =>
        lists.some(([folder, part]) => namesIn(host, folder).some((name) => name.includes(part))),
      ) ?? null)
    : null;

/** Managers read all lists: seconds of processor time on a small machine. */
const LIMITS = { timeoutMs: 300_000, maxBytes: 4 * 1024 * 1024, isNice: true, endsGroup: true };

/** Rejects with the reason. */
export async function askManager(host: Host, manager: PackageManager): Promise<PendingUpdates> {
  const outputs: string[] = [];
  for (const argv of manager.commands) {
    const { code, stdout, failure } = await host.run(argv, LIMITS);
    if (failure !== null || code === null || !manager.codes.includes(code))
      throw new Error(failure ?? `${argv.join(' ')} ended with exit code ${code}`);
    outputs.push(stdout);
  }
  return manager.parse(outputs);
}
