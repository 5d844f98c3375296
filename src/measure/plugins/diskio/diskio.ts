import { counter, derived, text } from '../../../core/fields.ts';
import type { Served } from '../../../core/served.ts';
import type { LevelRule } from '../../../core/level-rule.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { diskOptions, disksSource, REQUEST_MS, REQUESTS, SECTORS, disksOfHost } from '../../sources/disks.ts';
import { whoseSource } from '../../sources/whose.ts';
import { hideZeroOptions } from '../shared/hide-zero-options.ts';
import { rateOf } from '../shared/series.ts';

/** Milliseconds per operation since the previous sample; 0 without operations. */
const latency = (direction: 'read' | 'write') => (served: Served) => {
  const operations = served[`${direction}_count`] as number;
  return operations > 0 ? Math.trunc((served[`${direction}_time`] as number) / operations) : 0;
};

/** Bytes per second have no default thresholds: they depend on the disk. */
const bytesLevel = (header: string, field: string): LevelRule => ({ header, compared: rateOf(field) });

const fields = {
  disk_name: text('Name of the disk or partition.', { metric: { label: 'device' } }),
  alias: text('Configured label of the disk.', { sparse: true, metric: { info: 'alias' } }),
  read_count: counter('number', 'Reads completed.', { ...REQUESTS, metric: { name: 'reads' } }),
  write_count: counter('number', 'Writes completed.', { ...REQUESTS, metric: { name: 'writes' } }),
  read_bytes: counter('byte', 'Bytes read.', {
    ...SECTORS,
    hideZero: true,
    level: bytesLevel('rx', 'read_bytes'),
  }),
  write_bytes: counter('byte', 'Bytes written.', {
    ...SECTORS,
    metric: { name: 'written' },
    hideZero: true,
    level: bytesLevel('tx', 'write_bytes'),
  }),
  read_time: counter('millisecond', 'Time spent reading.', REQUEST_MS),
  write_time: counter('millisecond', 'Time spent writing.', REQUEST_MS),
  read_latency: derived('millisecond', 'Mean time of a read.', latency('read'), {
    level: { header: 'rx_latency', limits: [10, 20, 50] },
  }),
  write_latency: derived('millisecond', 'Mean time of a write.', latency('write'), {
    level: { header: 'tx_latency', limits: [10, 20, 50] },
  }),
};

const options = {
  ...diskOptions,
  ...hideZeroOptions('bytes'),
};

/** Input and output of disks and partitions, in kernel order. */
export default definePlugin({
  name: 'diskio',
  shape: 'list',
  key: 'disk_name',
  description: 'Input and output of disks.',
  fields,
  options,
  create({ use, notice }) {
    const disks = use(disksSource);
    const whose = use(whoseSource);
    return {
      read() {
        notice('whose', disksOfHost(whose()));
        return disks().map((disk) => ({
          disk_name: disk.name,
          ...(disk.alias !== null && { alias: disk.alias }),
          read_count: disk.readCount,
          write_count: disk.writeCount,
          read_bytes: disk.readBytes,
          write_bytes: disk.writeBytes,
          read_time: disk.readTime,
          write_time: disk.writeTime,
        }));
      },
    };
  },
});
