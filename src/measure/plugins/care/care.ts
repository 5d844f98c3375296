import { say } from '../../../core/said.ts';
import { constant, flag, gauge, mapOf, type Reading, text, UNKNOWN } from '../../../core/fields.ts';
import { absolutePath, wordsOf } from '../../../core/option-parse.ts';
import { flagOption, parsedOption } from '../../../core/options.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { explained } from '../../../core/explain.ts';
import type { PendingUpdates } from './package-updates.ts';
import { askManager, managerOf } from './managers.ts';
import type { Host } from '../../../core/host.ts';
import { namesIn } from '../../sources/sysfs.ts';

const unknown = { nullWhen: 'the package manager has not been asked yet, or does not report it' } as const;
const noBackups = { nullWhen: 'no folder of backups is configured, or none has a backup' } as const;

const fields = {
  manager: text('Package manager: apt, dnf, apk or pacman.', {
    nullWhen: 'no supported package manager has lists of packages here',
  }),
  updates: gauge('number', 'Packages that have an update.', unknown),
  security_updates: gauge('number', 'Packages whose update closes a security hole.', unknown),
  checked: constant('timestamp', 'Last time the package manager was asked, seconds since the epoch.', {
    ...unknown,
    metric: 'skip',
  }),
  restart_needed: flag('bool', 'Whether an update takes effect only after a restart of the machine.'),
  backup_age: gauge('second', 'Age of the newest backup in the folder where it is oldest.', noBackups),
  backups: mapOf(
    null,
    'Time of the newest backup by folder, seconds since the epoch.',
    constant('timestamp', 'Time of the newest backup; 0: there is none.', {
      nullWhen: 'the folder cannot be read',
    }),
    { metric: 'skip' },
  ),
};

/** Seconds between the start and the first search, so that a booting machine is left alone. */
const FIRST_SECONDS = 900;
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;

/** Updates and backups: what machines need from people. */
export default definePlugin({
  name: 'care',
  shape: 'object',
  description: 'Pending updates, and the age of backups.',
  refresh: 300,
  fields,
  options: {
    enable: flagOption(true, 'Ask the package manager for pending updates once a day, without the network.'),
    backups: parsedOption(
      (value) => wordsOf(value).map(absolutePath),
      'Folders of backups. The newest entry of each counts: snapshots in a repository of restic, index files of borg.',
      '/srv/restic/snapshots,/srv/borg',
    ),
  },
  create({ host, options: { enable, backups = [] }, notice, again }) {
    const manager = enable ? managerOf(host) : null;
    if (manager === null && backups.length === 0)
      throw new Unsupported(
        enable
          ? say('no package manager has lists of packages here, and backups is not set in [care]')
          : say('enable=False in [care], and backups is not set'),
      );
    const seconds = (): number => host.clock.monotonic() / 1000;
    let pending: (PendingUpdates & { at: number }) | null = null;
    let due = seconds() + FIRST_SECONDS;
    const ask = async (): Promise<void> => {
      due = Number.POSITIVE_INFINITY;
      try {
        if (manager !== null) pending = { ...(await askManager(host, manager)), at: host.clock.now() };
        notice('updates', null);
      } catch (error) {
        pending = null;
        notice('updates', explained(error));
      }
      // Who installs them wants to see it.
      due = seconds() + ((pending?.security ?? 0) > 0 ? 6 * HOUR_SECONDS : DAY_SECONDS);
      again(0);
    };
    return {
      async read(): Promise<Reading<typeof fields>> {
        if (manager !== null && seconds() >= due) void ask();
        const found = await Promise.all(backups.map((folder) => newestIn(folder)));
        return {
          manager: manager?.name ?? null,
          updates: pending?.updates ?? UNKNOWN,
          security_updates: pending?.security ?? UNKNOWN,
          checked: pending === null ? UNKNOWN : Math.floor(pending.at / 1000),
          restart_needed: isRestartNeeded(host, manager?.name ?? null),
          backup_age: ageOf(found, host.clock.now()),
          backups: Object.fromEntries(backups.map((folder, at) => [folder, found[at] ?? UNKNOWN])),
        };
      },
    };

    async function newestIn(folder: string): Promise<number> {
      try {
        const newest = await host.newestIn(folder);
        notice(folder, null);
        return Math.floor(newest / 1000);
      } catch (error) {
        notice(folder, say('{place}: {problem}', { place: folder, problem: explained(error) }));
        return UNKNOWN;
      }
    }
  },
});

/** @param times of the folders in seconds @param now milliseconds since the epoch */
function ageOf(times: readonly number[], now: number): number {
  const known = times.filter((time) => time > 0);
  return known.length === 0 ? UNKNOWN : Math.max(0, now / 1000 - Math.min(...known));
}

/** Order of releases of kernels: `6.11.4-301.fc41.x86_64` comes after `6.9.1-200.fc41.x86_64`. */
const order = new Intl.Collator('en', { numeric: true });

/**
 * True if an update waits for a restart: packages of Debian and Ubuntu leave a file; pacman and apk remove the modules of the
 * running kernel; dnf installs a newer kernel beside it.
 */
function isRestartNeeded(host: Host, manager: string | null): boolean {
  if (namesIn(host, '/run').includes('reboot-required')) return true;
  if (manager === null || manager === 'apt') return false;
  const kernels = namesIn(host, '/lib/modules');
  const running = host.readText('/proc/sys/kernel/osrelease');
  if (running === null || kernels.length === 0) return false;
  return manager === 'dnf'
    ? kernels.some((kernel) => order.compare(kernel, running) > 0)
    : !kernels.includes(running);
}
