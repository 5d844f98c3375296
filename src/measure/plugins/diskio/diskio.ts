import type { Host } from '../../../core/host.ts';
import { counter, derived, text } from '../../../core/fields.ts';
import type { Served } from '../../../core/served.ts';
import type { LevelRule } from '../../../core/level-rule.ts';
import { createNameFilter, nameFilterOptions } from '../../../core/name-filter.ts';
import { flagOption, integerOption, withoutEffect } from '../../../core/options.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { type DiskCounters, parseBlockStat, parseDiskstats } from '../../linux/diskstats.ts';
import { rateOf } from '../shared/series.ts';

/** Milliseconds per operation since the previous sample; 0 without operations. */
const latency = (direction: 'read' | 'write') => (served: Served) => {
  const operations = served[`${direction}_count`] as number;
  return operations > 0 ? Math.trunc((served[`${direction}_time`] as number) / operations) : 0;
};

/** Bytes per second have no default thresholds: what is much depends on the disk. */
const bytesLevel = (header: string, field: string): LevelRule => ({ header, compared: rateOf(field) });

const fields = {
  disk_name: text('Name of the disk or partition.', { metric: { label: 'device' } }),
  alias: text('Configured label of the disk.', { sparse: true, metric: { info: 'alias' } }),
  read_count: counter('number', 'Reads completed.', { metric: { name: 'reads' } }),
  write_count: counter('number', 'Writes completed.', { metric: { name: 'writes' } }),
  read_bytes: counter('byte', 'Bytes read.', { hideZero: true, level: bytesLevel('rx', 'read_bytes') }),
  write_bytes: counter('byte', 'Bytes written.', {
    metric: { name: 'written' },
    hideZero: true,
    level: bytesLevel('tx', 'write_bytes'),
  }),
  read_time: counter('millisecond', 'Time spent reading.'),
  write_time: counter('millisecond', 'Time spent writing.'),
  read_latency: derived('millisecond', 'Mean time of a read.', latency('read'), {
    level: { header: 'rx_latency', limits: [10, 20, 50] },
  }),
  write_latency: derived('millisecond', 'Mean time of a write.', latency('write'), {
    level: { header: 'tx_latency', limits: [10, 20, 50] },
  }),
};

const options = {
  ...nameFilterOptions(['loop.*', '/dev/loop.*']),
  hide_zero: withoutEffect(
    flagOption(false, 'Mark bytes as hidden until they were above zero once.'),
    'The page and the terminal show every row; the views of the API tell other clients what to hide.',
  ),
  hide_threshold_bytes: withoutEffect(
    integerOption(0, 'Rate in bytes per second from which hide_zero counts a value.'),
    'The page and the terminal show every row; the views of the API tell other clients what to hide.',
  ),
  show_ramfs: flagOption(false, 'Serve RAM disks too.'),
};

interface Disk extends DiskCounters {
  name: string;
}

/** /proc/diskstats, or on kernels without it /sys/block/<disk>/stat. */
function readDisks(host: Host): Disk[] {
  try {
    return parseDiskstats(host.read('/proc/diskstats'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    return host.list('/sys/block').flatMap((name) => {
      const counters = parseBlockStat(host.read(`/sys/block/${name}/stat`));
      return counters ? { name, ...counters } : [];
    });
  } catch {
    throw new Unsupported(
      'neither /proc/diskstats nor /sys/block/*/stat can be read: the kernel has no disk statistics',
    );
  }
}

/** Input and output of disks and partitions, in kernel order. */
export default definePlugin({
  name: 'diskio',
  shape: 'list',
  key: 'disk_name',
  description: 'Input and output of disks.',
  fields,
  options,
  create({ host, options: { show_ramfs: showRam, ...names } }) {
    const filter = createNameFilter(names);
    const isServed = (name: string): boolean => filter.serves(name) && (showRam || !name.startsWith('ram'));
    return {
      read: () =>
        readDisks(host)
          .filter(({ name }) => isServed(name))
          .map((disk) => {
            const alias = filter.labelOf(disk.name);
            return {
              disk_name: disk.name,
              ...(alias !== null && { alias }),
              read_count: disk.readCount,
              write_count: disk.writeCount,
              read_bytes: disk.readBytes,
              write_bytes: disk.writeBytes,
              read_time: disk.readTime,
              write_time: disk.writeTime,
            };
          }),
    };
  },
});
