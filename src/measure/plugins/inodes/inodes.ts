import { constant, flag, gauge, type Reading, text } from '../../../core/fields.ts';
import { SPACE } from '../../../core/level-rule.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { isImage, isReadOnly } from '../../../core/read-only.ts';
import type { Served } from '../../../core/served.ts';
import { percentOf } from '../../linux/percent.ts';
import { fileSystemsSource, type MountedFileSystem } from '../../sources/file-systems.ts';
import { createLastAnswers } from '../shared/last-answers.ts';
import { same, shareOf } from '../shared/series.ts';

const fill = ({ fs_type: type, read_only: readOnly, percent }: Served): number | null =>
  isImage(type, readOnly === true) ? null : (percent as number);

const fields = {
  mnt_point: text('Where the file system is mounted.', { metric: { label: 'mountpoint' } }),
  percent: gauge('percent', 'Share of inodes in use.', {
    from: ['used', 'free'],
    level: {
      header: '',
      limits: [70, 80, 90],
      delays: SPACE,
      compared: { value: fill, series: { percent: same, used: shareOf('total') } },
    },
  }),
  used: gauge('number', 'Inodes in use: files, folders and links.', { atMost: 'total' }),
  free: gauge('number', 'Inodes not in use.', { atMost: 'total', beside: 'used' }),
  total: constant('number', 'Inodes of the file system.'),
  read_only: flag('bool', 'Whether the file system is mounted read-only.'),
  device_name: text('Device of the file system.', { metric: { label: 'device' } }),
  fs_type: text('Type of the file system.', { metric: { label: 'fstype' } }),
};

/** Some file systems (btrfs) allocate inodes dynamically, without a limit. */
function itemOf({ mount, capacity }: MountedFileSystem): Reading<typeof fields> | null {
  if (capacity === null || capacity.files === 0) return null;
  const { files: total, filesFree: free } = capacity;
  const used = total - free;
  return {
    mnt_point: mount.mountPoint,
    percent: percentOf(used, total),
    used,
    free,
    total,
    read_only: isReadOnly(mount.options),
    device_name: mount.device,
    fs_type: mount.type,
  };
}

/** Inodes of the file systems that the plugin fs shows: statfs(2). A disk without free ones is full for new files. */
export default definePlugin({
  name: 'inodes',
  shape: 'list',
  key: 'mnt_point',
  description: 'Inodes of mounted file systems.',
  refresh: 60,
  pacedBy: 'fs',
  fields,
  create({ use }) {
    const fileSystems = use(fileSystemsSource);
    const shown = createLastAnswers(itemOf);
    return { read: async () => shown(await fileSystems()) };
  },
});
