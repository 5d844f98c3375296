import { explain } from '../../core/explain.ts';
import { constant, gauge, type Reading, text } from '../../core/fields.ts';
import type { FileSystemCapacity } from '../../core/host/files.ts';
import type { Served } from '../../core/served.ts';
import { createNameFilter, nameFilterOptions } from '../../core/name-filter.ts';
import { listOption } from '../../core/options.ts';
import { definePlugin } from '../../core/plugin.ts';
import type { Mount } from '../../linux/mounts.ts';
import { percentOf } from '../../linux/percent.ts';
import { staleCopy } from '../../core/stale.ts';
import { type ShownMount, shownMounts } from './mounts.ts';
import { same, shareOf } from '../shared/series.ts';

const STATFS_TIMEOUT_MS = 2000;

/** A file system mounted read-only is as full as it was made; nobody can do anything about it. */
const fill = (served: Served): number | null =>
  String(served['options']).split(',').includes('ro') ? null : (served['percent'] as number);

const fields = {
  device_name: text('Device below the file system.', { metric: { label: 'device' } }),
  fs_type: text('Type of the file system.', { metric: { label: 'fstype' } }),
  mnt_point: text('Where it is mounted.', { metric: { label: 'mountpoint' } }),
  alias: text('Configured label of the mount point.', { sparse: true, metric: { info: 'alias' } }),
  options: text('Mount options, separated by commas.'),
  size: constant('byte', 'Size of the file system.'),
  used: gauge('byte', 'Space in use.', {
    level: {
      header: '',
      limits: [50, 70, 90],
      value: fill,
      unit: 'percent',
      series: { percent: same, used: shareOf('size') },
    },
  }),
  free: gauge('byte', 'Space that users can have.'),
  percent: gauge('percent', 'Share in use of the space that users can have.'),
};

const options = {
  ...nameFilterOptions(['/boot.*', '.*/snap.*']),
  allow: listOption(
    undefined,
    'Further types of file systems to serve (nfs, fuse, …): words their names contain.',
  ),
};

/** Space in mounted file systems: /proc/self/mounts and statfs(2). One that does not answer keeps its last values. */
export default definePlugin({
  name: 'fs',
  shape: 'list',
  key: 'mnt_point',
  description: 'Space in mounted file systems.',
  refresh: 60,
  fields,
  options,
  create({ host, options: { allow, ...names }, notice }) {
    const filter = createNameFilter(names);
    /** By mount point, as they were when they answered. */
    let last = new Map<string, Reading<typeof fields>>();
    const itemOf = (mount: Mount, capacity: FileSystemCapacity): Reading<typeof fields> => {
      const { blockSize, blocks, blocksFree, blocksAvailable } = capacity;
      const used = (blocks - blocksFree) * blockSize;
      const free = blocksAvailable * blockSize;
      const alias = filter.labelOf(mount.mountPoint);
      return {
        device_name: mount.device,
        fs_type: mount.type,
        mnt_point: mount.mountPoint,
        ...(alias !== null && { alias }),
        options: mount.options,
        size: blocks * blockSize,
        used,
        free,
        percent: percentOf(used, used + free),
      };
    };
    const ask = async (mount: ShownMount) => {
      try {
        const item = itemOf(mount, await host.statfs(mount.path, STATFS_TIMEOUT_MS, mount));
        return { item, shown: { ...item }, problem: null };
      } catch (error) {
        const item = last.get(mount.mountPoint);
        return { item, shown: item && staleCopy(item), problem: explain(error) };
      }
    };
    return {
      async read() {
        const mounts = shownMounts(host, allow).filter((mount) =>
          filter.serves(mount.mountPoint, mount.device),
        );
        const answers = await Promise.all(mounts.map(ask));
        last = new Map(answers.flatMap(({ item }) => (item ? [[item.mnt_point, item]] : [])));
        const problems = answers.flatMap(({ problem }) => problem ?? []);
        notice('statfs', problems.length === 0 ? null : problems.join('; '));
        return answers.flatMap(({ shown }) => shown ?? []);
      },
    };
  },
});
