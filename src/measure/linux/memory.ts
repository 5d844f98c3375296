import type { Meminfo } from './meminfo.ts';
import { percentOf } from './percent.ts';
import type { ZfsArcstats } from './zfs-arcstats.ts';

/** Memory in bytes; `percent`: not available, 0..100. */
export interface Memory {
  total: number;
  available: number;
  percent: number;
  used: number;
  free: number;
  active: number;
  inactive: number;
  buffers: number;
  /** Page cache and reclaimable slab, with the ZFS cache. */
  cached: number;
  shared: number;
  /** Caches of the kernel's own objects. */
  slab: number;
}

export interface MemoryExtras {
  /** Sum of the zones' low watermarks in bytes, for kernels without MemAvailable. */
  lowWatermark?: number;
  /** On hosts with ZFS. */
  arcstats?: ZfsArcstats;
}

/** Memory in the terms of a user, from /proc/meminfo: `used` is total less available, not the classic total less free less cache. */
export function computeMemory(meminfo: Meminfo, extras: MemoryExtras = {}): Memory {
  const { memTotal: total, memFree: free } = meminfo;
  const arc = extras.arcstats ?? { size: 0, cMin: 0 };
  const reported = meminfo.memAvailable ?? estimateAvailable(meminfo, extras.lowWatermark ?? 0);
  // In some containers the kernel's figure is that of the host, beyond the container's total.
  const credible = reported > total ? free : reported;
  const available = credible + Math.max(0, arc.size - arc.cMin);
  const used = total - available;
  return {
    total,
    available,
    percent: percentOf(used, total),
    used,
    free,
    active: meminfo.active,
    inactive: meminfo.inactive,
    buffers: meminfo.buffers,
    cached: meminfo.cached + meminfo.sReclaimable + arc.size,
    shared: meminfo.shmem,
    slab: meminfo.slab,
  };
}

/**
 * Available memory as computed by newer kernels (si_mem_available in mm/page_alloc.c): free memory above the watermark, plus page
 * cache and slab without the part needed to avoid thrashing.
 */
function estimateAvailable(meminfo: Meminfo, lowWatermark: number): number {
  // Before Linux 2.6.28 file pages are not listed apart, and Cached contains shared memory, which cannot be dropped.
  const filePages = meminfo.activeFile + meminfo.inactiveFile || Math.max(0, meminfo.cached - meminfo.shmem);
  const spare = (bytes: number): number => bytes - Math.min(bytes / 2, lowWatermark);
  const available = Math.floor(
    meminfo.memFree - lowWatermark + spare(filePages) + spare(meminfo.sReclaimable),
  );
  return Math.max(0, available);
}
