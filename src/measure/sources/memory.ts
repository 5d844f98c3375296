import { passNotFetched } from '../../core/not-fetched.ts';
import type { Host } from '../../core/host.ts';
import { defineSource } from '../../core/source.ts';
import { type Meminfo, parseMeminfo } from '../linux/meminfo.ts';
import { computeMemory, type Memory, type MemoryExtras } from '../linux/memory.ts';
import { parseZfsArcstats, type ZfsArcstats } from '../linux/zfs-arcstats.ts';
import { parseZoneinfo } from '../linux/zoneinfo.ts';
import { createWhose } from './whose.ts';

const MEMINFO = '/proc/meminfo';
const ARCSTATS = '/proc/spl/kstat/zfs/arcstats';
/** Interval of looking for ZFS, whose module may be loaded later. */
const LOOK_MS = 30_000;

interface MemorySample {
  meminfo: Meminfo;
  memory: Memory;
}

/** Parsed content of a file; undefined: missing or invalid. */
function tryRead<T>(host: Host, path: string, parse: (bytes: Uint8Array) => T): T | undefined {
  try {
    return parse(host.read(path));
  } catch (error) {
    passNotFetched(error);
    return undefined;
  }
}

/** Values that /proc/meminfo lacks: the cache of ZFS, and on old kernels the watermarks in bytes. */
function readExtras(host: Host, meminfo: Meminfo, arcstats: ZfsArcstats | undefined): MemoryExtras {
  const pages = meminfo.memAvailable === null ? tryRead(host, '/proc/zoneinfo', parseZoneinfo) : undefined;
  return {
    ...(arcstats && { arcstats }),
    ...(pages !== undefined && { lowWatermark: pages * host.pageSize }),
  };
}

/** /proc/meminfo, and what it means. */
export const memorySource = defineSource<MemorySample>({
  name: 'memory',
  create({ host }) {
    // Where lxcfs makes the file the guest's, the cache is still that of the host.
    const whose = createWhose(host);
    let hasZfs = false;
    let lookedAt = Number.NEGATIVE_INFINITY;

    /** Undefined: there is none, or it is that of another machine. */
    const cacheWithin = (total: number): ZfsArcstats | undefined => {
      const now = host.clock.monotonic();
      if (whose().isOwn(MEMINFO) || (!hasZfs && now - lookedAt < LOOK_MS)) return undefined;
      const arcstats = tryRead(host, ARCSTATS, parseZfsArcstats);
      // Not before: a reading that misses the file is repeated.
      lookedAt = now;
      hasZfs = arcstats !== undefined;
      return arcstats === undefined || arcstats.size > total ? undefined : arcstats;
    };

    return {
      read() {
        const meminfo = parseMeminfo(host.read(MEMINFO));
        return {
          meminfo,
          memory: computeMemory(meminfo, readExtras(host, meminfo, cacheWithin(meminfo.memTotal))),
        };
      },
    };
  },
});
