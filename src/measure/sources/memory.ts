import { passNotFetched } from '../../core/not-fetched.ts';
import type { Host } from '../../core/host.ts';
import { defineSource } from '../../core/source.ts';
import { type Meminfo, parseMeminfo } from '../linux/meminfo.ts';
import { computeMemory, type Memory, type MemoryExtras } from '../linux/memory.ts';
import { parseZfsArcstats } from '../linux/zfs-arcstats.ts';
import { parseZoneinfo } from '../linux/zoneinfo.ts';

export interface MemorySample {
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

const readArcstats = (host: Host) => tryRead(host, '/proc/spl/kstat/zfs/arcstats', parseZfsArcstats);

/** Values that /proc/meminfo lacks: the cache of ZFS, and on old kernels the watermarks in bytes. */
function readExtras(host: Host, meminfo: Meminfo, hasZfs: boolean): MemoryExtras {
  const arcstats = hasZfs ? readArcstats(host) : undefined;
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
    const hasZfs = readArcstats(host) !== undefined;
    return {
      read() {
        const meminfo = parseMeminfo(host.read('/proc/meminfo'));
        return { meminfo, memory: computeMemory(meminfo, readExtras(host, meminfo, hasZfs)) };
      },
    };
  },
});
