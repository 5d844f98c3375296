/** Disks and partitions that are shown, with their counters, in kernel order. */
import { type Said, say } from '../../core/said.ts';
import { passNotFetched } from '../../core/not-fetched.ts';
import type { Host } from '../../core/host.ts';
import { createNameFilter, nameFilterOptions } from '../../core/name-filter.ts';
import { flagOption } from '../../core/options.ts';
import { Unsupported } from '../../core/plugin.ts';
import { defineSource } from '../../core/source.ts';
import { type DiskCounters, parseBlockStat, parseDiskstats, SECTOR } from '../linux/diskstats.ts';
import { ofHostText, type Whose } from './whose.ts';

export interface ShownDisk extends DiskCounters {
  readonly name: string;
  /** Its configured label. */
  readonly alias: string | null;
}

export const diskOptions = {
  ...nameFilterOptions(['loop.*', '/dev/loop.*']),
  show_ramfs: flagOption(false, 'Also serve RAM disks.'),
};

/** Sectors, and milliseconds above all, are counted in 32 bits. The fastest disks read 15 GB/s; arrays of them more. */
export const SECTORS = { bits: 32, oneIs: SECTOR, fastest: 100e9 } as const;
/** Added up over requests, of which a thousand are under way at most. */
export const REQUEST_MS = { bits: 32, fastest: 1e6 } as const;
/** Requests. */
export const REQUESTS = { bits: 32, fastest: 100e6 } as const;

interface Disk extends DiskCounters {
  name: string;
}

/** A path to an NVMe disk: the disk of the same numbers counts its requests too (nvme_mpath_alloc_disk). */
const HIDDEN_PATH = /^nvme\d+c\d+n\d+$/;

const DISKSTATS = '/proc/diskstats';

/** Says in a guest without that file of lxcfs that its disks are those of the host. */
export const disksOfHost = (whose: Whose): Said | null => (whose.isOwn(DISKSTATS) ? null : ofHostText(whose));

/** /proc/diskstats, or on kernels without it /sys/block/<disk>/stat. */
function readDisks(host: Host): Disk[] {
  try {
    return parseDiskstats(host.read(DISKSTATS));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    return host.list('/sys/block').flatMap((name) => {
      const counters = parseBlockStat(host.read(`/sys/block/${name}/stat`));
      return counters ? { name, ...counters } : [];
    });
  } catch (error) {
    passNotFetched(error);
    throw new Unsupported(
      say('neither /proc/diskstats nor /sys/block/*/stat can be read: the kernel has no disk statistics'),
    );
  }
}

export const disksSource = defineSource<readonly ShownDisk[], object, typeof diskOptions>({
  name: 'disks',
  owner: 'diskio',
  options: diskOptions,
  create({ host, options: { show_ramfs: showRam, ...names }, notice }) {
    const filter = createNameFilter(names);
    const isServed = (name: string): boolean =>
      filter.serves(name) && (showRam || !name.startsWith('ram')) && !HIDDEN_PATH.test(name);
    return {
      read() {
        const all = readDisks(host);
        const shown = all.filter(({ name }) => isServed(name));
        notice('hidden', filter.whyEmpty(all.length, shown.length, 'disks'));
        return shown.map((disk) => ({ ...disk, alias: filter.labelOf(disk.name) }));
      },
    };
  },
});
