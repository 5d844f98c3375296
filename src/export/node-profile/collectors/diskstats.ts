import type { Host } from '../../../core/host.ts';
import { type DiskStats, parseDiskstats } from '../../../measure/linux/diskstats.ts';
import type { Collector, Put } from '../collector.ts';
import type { ReadCache } from '../read-cache.ts';

/** Partitions, loop devices and RAM disks. */
const HIDDEN = /^(?:ram|loop|fd|(?:h|s|v|xv)d[a-z]|nvme\d+n\d+p)\d+$/;
const SECTOR = 512;

type Column = readonly [name: string, help: string, value: (disk: DiskStats) => number];

const COLUMNS: readonly Column[] = [
  ['reads_completed_total', 'Reads.', ({ readCount }) => readCount],
  ['reads_merged_total', 'Reads merged with others.', ({ readMerged }) => readMerged],
  ['read_bytes_total', 'Bytes read.', ({ readBytes }) => readBytes],
  ['read_time_seconds_total', 'Time spent reading.', ({ readTime }) => readTime / 1000],
  ['writes_completed_total', 'Writes.', ({ writeCount }) => writeCount],
  ['writes_merged_total', 'Writes merged with others.', ({ writeMerged }) => writeMerged],
  ['written_bytes_total', 'Bytes written.', ({ writeBytes }) => writeBytes],
  ['write_time_seconds_total', 'Time spent writing.', ({ writeTime }) => writeTime / 1000],
  ['io_now', 'Requests under way.', ({ inFlight }) => inFlight],
  ['io_time_seconds_total', 'Time with a request under way.', ({ ioTime }) => ioTime / 1000],
  ['io_time_weighted_seconds_total', 'Time of all requests.', ({ weightedIoTime }) => weightedIoTime / 1000],
  ['discards_completed_total', 'Discards.', ({ discardCount }) => discardCount],
  ['discards_merged_total', 'Discards merged with others.', ({ discardMerged }) => discardMerged],
  ['discarded_sectors_total', 'Sectors discarded.', ({ discardBytes }) => discardBytes / SECTOR],
  ['discard_time_seconds_total', 'Time spent discarding.', ({ discardTime }) => discardTime / 1000],
  ['flush_requests_total', 'Flushes.', ({ flushCount }) => flushCount],
  ['flush_requests_time_seconds_total', 'Time spent flushing.', ({ flushTime }) => flushTime / 1000],
];

export const diskstats: Collector = {
  name: 'diskstats',
  collect(host, put, kept) {
    for (const disk of parseDiskstats(host.read('/proc/diskstats'), (name) => !HIDDEN.test(name))) {
      putInfo(host, disk, put, kept);
      const label = ['device', disk.name] as const;
      for (const [name, help, value] of COLUMNS) put(`node_disk_${name}`, help, value(disk), label);
    }
  },
};

const PROPERTIES = ['ID_MODEL', 'ID_PATH', 'ID_REVISION', 'ID_SERIAL_SHORT', 'ID_WWN'];

/** Labels from the udev database (udevadm-info(8)), empty without it. */
function putInfo(host: Host, { name, major, minor }: DiskStats, put: Put, kept: ReadCache): void {
  const path = `/run/udev/data/b${major}:${minor}`;
  const [model = '', place = '', revision = '', serial = '', wwn = ''] = kept(path, () => {
    const data = host.readText(path) ?? '';
    return PROPERTIES.map((key) => new RegExp(`^E:${key}=(.*)$`, 'm').exec(data)?.[1] ?? '');
  });
  put(
    'node_disk_info',
    'Names of a disk.',
    1,
    ['device', name],
    ['major', String(major)],
    ['minor', String(minor)],
    ['model', model],
    ['path', place],
    ['revision', revision],
    ['serial', serial],
    ['wwn', wwn],
  );
}
