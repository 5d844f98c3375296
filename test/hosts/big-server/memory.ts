import { MEMORY_KB, PAGE_KB, UPTIME_SECONDS, counted } from './model.ts';
import type { Step } from './model.ts';

const GIB = 2 ** 30;
const GIB_IN_KB = 2 ** 20;

/** `/proc/meminfo` of a 512 GB machine, in kB unless the name says otherwise. 1 GiB of 64 GiB swap is in use. */
export function composeMeminfo(step: Step): string {
  const rows: [string, number][] = [
    ['MemTotal', MEMORY_KB],
    ['MemFree', counted(step, 60_000_000, -1_048_576)],
    ['MemAvailable', counted(step, 180_000_000, -1_048_576)],
    ['Buffers', 2 * GIB_IN_KB],
    ['Cached', 120_000_000],
    ['SwapCached', 20_480],
    ['Active', 90_000_000],
    ['Inactive', counted(step, 211_708_544, 1_048_576)],
    ['Active(anon)', 30_000_000],
    ['Inactive(anon)', counted(step, 158_388_608, 1_048_576)],
    ['Active(file)', 60_000_000],
    ['Inactive(file)', 53_319_936],
    ['Unevictable', 30_720],
    ['Mlocked', 30_720],
    ['SwapTotal', 64 * GIB_IN_KB],
    ['SwapFree', 63 * GIB_IN_KB],
    ['Zswap', 0],
    ['Zswapped', 0],
    ['Dirty', counted(step, 204_800, -51_200)],
    ['Writeback', 0],
    ['AnonPages', counted(step, 180_000_000, 1_048_576)],
    ['Mapped', 12_582_912],
    ['Shmem', 8 * GIB_IN_KB],
    ['KReclaimable', 12_000_000],
    ['Slab', 32_000_000],
    ['SReclaimable', 12_000_000],
    ['SUnreclaim', 20_000_000],
    ['KernelStack', 76_800],
    ['PageTables', 900_000],
    ['SecPageTables', 0],
    ['NFS_Unstable', 0],
    ['Bounce', 0],
    ['WritebackTmp', 0],
    ['CommitLimit', 331_248_926],
    ['Committed_AS', 287_654_321],
    ['VmallocTotal', 34_359_738_367],
    ['VmallocUsed', 1_234_567],
    ['VmallocChunk', 0],
    ['Percpu', 262_144],
    ['HardwareCorrupted', 0],
    ['AnonHugePages', 94_371_840],
    ['ShmemHugePages', 0],
    ['ShmemPmdMapped', 0],
    ['FileHugePages', 0],
    ['FilePmdMapped', 0],
    ['HugePages_Total', 1024],
    ['HugePages_Free', 512],
    ['HugePages_Rsvd', 0],
    ['HugePages_Surp', 0],
    ['Hugepagesize', 2048],
    ['Hugetlb', 2 * GIB_IN_KB],
    ['DirectMap4k', 4_194_304],
    ['DirectMap2M', 132_120_576],
    ['DirectMap1G', 402_653_184],
  ];
  return rows.map(([name, value]) => composeRow(name, value)).join('');
}

function composeRow(name: string, value: number): string {
  const unit = name.startsWith('HugePages_') ? '' : ' kB';
  return `${`${name}:`.padEnd(16)}${String(value).padStart(8)}${unit}\n`;
}

/** `/proc/vmstat`, the counters that tools read: 256 pages swapped in and 512 out between the steps. */
export function composeVmstat(step: Step): string {
  const rows: [string, number][] = [
    ['nr_free_pages', counted(step, 60_000_000, -1_048_576) / PAGE_KB],
    ['nr_inactive_anon', counted(step, 158_388_608, 1_048_576) / PAGE_KB],
    ['nr_active_anon', 7_500_000],
    ['nr_inactive_file', 13_329_984],
    ['nr_active_file', 15_000_000],
    ['nr_dirty', counted(step, 51_200, -12_800)],
    ['nr_writeback', 0],
    ['pgpgin', counted(step, 987_654_321_000, 409_600)],
    ['pgpgout', counted(step, 1_987_654_321_000, 819_200)],
    ['pswpin', counted(step, 1_000_000, 256)],
    ['pswpout', counted(step, 1_262_144, 512)],
    ['pgfree', counted(step, 98_765_432_109, 1_200_000)],
    ['pgfault', counted(step, 87_654_321_098, 345_678)],
    ['pgmajfault', counted(step, 12_345_678, 64)],
    ['oom_kill', 3],
  ];
  return rows.map(([name, value]) => `${name} ${value}\n`).join('');
}

/** `/proc/spl/kstat/zfs/arcstats` in the layout of OpenZFS' spl-kstat.c. Size 96 GiB, least 16, target 128, most 256. */
export function composeArcstats(step: Step): string {
  const rows: [string, number][] = [
    ['hits', counted(step, 45_678_901_234, 120_000)],
    ['iohits', counted(step, 12_345_678, 40)],
    ['misses', counted(step, 345_678_901, 1200)],
    ['demand_data_hits', counted(step, 34_567_890_123, 90_000)],
    ['demand_data_misses', counted(step, 234_567_890, 800)],
    ['demand_metadata_hits', counted(step, 11_111_011_111, 30_000)],
    ['demand_metadata_misses', counted(step, 111_111_011, 400)],
    ['deleted', counted(step, 23_456_789, 24)],
    ['evict_skip', 12_345],
    ['size', 96 * GIB],
    ['compressed_size', 88 * GIB],
    ['uncompressed_size', 160 * GIB],
    ['overhead_size', 4 * GIB],
    ['hdr_size', GIB],
    ['data_size', 86 * GIB],
    ['metadata_size', 6 * GIB],
    ['c', 128 * GIB],
    ['c_min', 16 * GIB],
    ['c_max', 256 * GIB],
    ['memory_throttle_count', 0],
    ['arc_prune', 0],
    ['arc_meta_used', 10 * GIB],
  ];
  const nanoseconds = `${counted(step, UPTIME_SECONDS, 2)}000000000`;
  const header = `9 1 0x01 ${rows.length} ${rows.length * 272} 19283746501 ${nanoseconds}\n`;
  const titles = `${'name'.padEnd(31)} ${'type'.padEnd(4)} data\n`;
  return (
    header + titles + rows.map(([name, value]) => `${name.padEnd(31)} ${'4'.padEnd(4)} ${value}\n`).join('')
  );
}
