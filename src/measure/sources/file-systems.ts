import type { Phrase } from '../../core/phrase.ts';
import { say } from '../../core/said.ts';
import { explain } from '../../core/explain.ts';
import type { FileSystemCapacity } from '../../core/host/files.ts';
import { createNameFilter, nameFilterOptions } from '../../core/name-filter.ts';
import { listOption } from '../../core/options.ts';
import { defineSource } from '../../core/source.ts';
import { createShownMounts, type ShownMount } from './mounts.ts';

const STATFS_TIMEOUT_MS = 2000;

/** A mounted file system that is shown. */
export interface MountedFileSystem {
  readonly mount: ShownMount;
  /** Its configured label. */
  readonly alias: string | null;
  /** Null: unresponsive. */
  readonly capacity: FileSystemCapacity | null;
}

export const fileSystemOptions = {
  ...nameFilterOptions(['/boot.*', '.*/snap.*']),
  allow: listOption(
    undefined,
    'Further types of file systems to serve (nfs, fuse, tmpfs for /tmp in memory, …): words their names contain.',
  ),
};

const NONE: Phrase =
  'no file system with a disk of this machine is mounted here: set allow in [fs] to show those of other types, such as allow=overlay,9p';

/** Mounted file systems (/proc/self/mounts) and their statfs(2). */
export const fileSystemsSource = defineSource<
  Promise<readonly MountedFileSystem[]>,
  object,
  typeof fileSystemOptions
>({
  name: 'file systems',
  owner: 'fs',
  options: fileSystemOptions,
  create({ host, options: { allow, ...names }, notice }) {
    const filter = createNameFilter(names);
    const shownMounts = createShownMounts(host, allow);
    const ask = async (mount: ShownMount) => {
      const found = { mount, alias: filter.labelOf(mount.mountPoint) };
      try {
        return { ...found, capacity: await host.statfs(mount.path, STATFS_TIMEOUT_MS, mount), problem: null };
      } catch (error) {
        return { ...found, capacity: null, problem: explain(error) };
      }
    };
    return {
      async read() {
        const all = shownMounts();
        const mounts = all.filter((mount) => filter.serves(mount.mountPoint, mount.device));
        notice('hidden', filter.whyEmpty(all.length, mounts.length, 'file systems'));
        notice('none', all.length === 0 ? say(NONE) : null);
        const answers = await Promise.all(mounts.map(ask));
        const problems = answers.flatMap(({ problem }) => problem ?? []);
        notice('statfs', problems.length === 0 ? null : problems.join('; '));
        return answers;
      },
    };
  },
});
