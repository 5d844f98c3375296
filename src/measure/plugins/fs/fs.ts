import { constant, gauge, type Reading, text } from '../../../core/fields.ts';
import { SPACE } from '../../../core/level-rule.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { isReadOnly, isSealed } from '../../../core/read-only.ts';
import type { Served } from '../../../core/served.ts';
import { percentOf } from '../../linux/percent.ts';
import { fileSystemOptions, fileSystemsSource, type MountedFileSystem } from '../../sources/file-systems.ts';
import { createLastAnswers } from '../shared/last-answers.ts';
import { same, shareOf } from '../shared/series.ts';

const fill = (item: Served): number | null => (isSealed(item) ? null : (item['percent'] as number));

const fields = {
  device_name: text('Device of the file system.', { metric: { label: 'device' } }),
  fs_type: text('Type of the file system.', { metric: { label: 'fstype' } }),
  mnt_point: text('Where it is mounted.', { metric: { label: 'mountpoint' } }),
  alias: text('Configured label of the mount point.', { sparse: true, metric: { info: 'alias' } }),
  options: text('Mount options, separated by commas.'),
  size: constant('byte', 'Size of the file system.'),
  used: gauge('byte', 'Space in use.', {
    atMost: 'size',
    level: {
      header: '',
      limits: [50, 70, 90],
      delays: SPACE,
      compared: { value: fill, unit: 'percent', series: { percent: same, used: shareOf('size') } },
      // For compatibility.
      decorates: ({ options }) => (isReadOnly(options) ? [] : ['used']),
    },
  }),
  free: gauge('byte', 'Space available to users.', { atMost: 'size', beside: 'used' }),
  percent: gauge('percent', "Space used, excluding root's reserve.", { from: ['used', 'free'] }),
};

function itemOf({ mount, alias, capacity }: MountedFileSystem): Reading<typeof fields> | null {
  if (capacity === null) return null;
  const { blockSize, blocks, blocksFree, blocksAvailable } = capacity;
  const used = (blocks - blocksFree) * blockSize;
  const free = blocksAvailable * blockSize;
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
}

/** Usage of mounted file systems. Hanging ones keep their last values. */
export default definePlugin({
  name: 'fs',
  shape: 'list',
  key: 'mnt_point',
  description: 'Space in mounted file systems.',
  refresh: 60,
  fields,
  options: fileSystemOptions,
  create({ use }) {
    const fileSystems = use(fileSystemsSource);
    const shown = createLastAnswers(itemOf);
    return { read: async () => shown(await fileSystems()) };
  },
});
