/** One process of one scan, in the served form. */

import type { Gids } from '../../linux/pid-status.ts';

/** Seconds of CPU time; `iowait` is time waited for block I/O. */
export interface CpuTimes {
  user: number;
  system: number;
  children_user: number;
  children_system: number;
  iowait: number;
}

/** Bytes. */
export interface MemoryInfo {
  rss: number;
  vms: number;
  shared: number;
  text: number;
  lib: number;
  data: number;
  dirty: number;
}

/** Fields that `disable_stats` can leave out. */
export const OPTIONAL_STATS = [
  'cmdline',
  'username',
  'nice',
  'num_threads',
  'cpu_percent',
  'memory_percent',
  'cpu_times',
  'memory_info',
  'gids',
  'cpu_num',
] as const;

/** Which fields are collected. */
export type Wanted = Readonly<Record<(typeof OPTIONAL_STATS)[number] | 'status' | 'io_counters', boolean>>;

export function wantedStats(disabled: readonly string[]): Wanted {
  const wanted = (name: string): boolean => !disabled.includes(name);
  const names = [...OPTIONAL_STATS, 'status', 'io_counters'] as const;
  return Object.fromEntries(names.map((name) => [name, wanted(name)])) as Wanted;
}

/** Details of the selected process; null: denied by the kernel. */
export interface ExtendedStats {
  extended_stats: true;
  /** Numbers of the cores it may run on. */
  cpu_affinity: number[] | null;
  /** Class: 0 none, 1 real-time, 2 best effort, 3 idle; value: priority in it, 0 the highest. */
  ionice: { ioclass: number; value: number } | null;
  num_ctx_switches: { voluntary: number; involuntary: number } | null;
  num_fds: number | null;
  /** Bytes in swap. */
  memory_swap: number | null;
  /** Sockets it holds. */
  tcp: number | null;
  udp: number | null;
  cpu_min: number;
  cpu_max: number;
  cpu_mean_sum: number;
  cpu_mean_counter: number;
  cpu_mean: number;
  memory_min: number;
  memory_max: number;
  memory_mean_sum: number;
  memory_mean_counter: number;
  memory_mean: number;
}

/**
 * A process in a scan. Fields that are not collected are missing, except status (`?`) and io_counters (zeros); null: denied by the
 * kernel. An unchanged process keeps its entry; only `time_since_update` is updated.
 */
export interface ProcessEntry extends Partial<ExtendedStats> {
  key: 'pid';
  pid: number;
  name: string;
  status: string;
  /** Bytes read and written, now and at the previous scan; then 1 if the previous ones are known, otherwise 0. */
  io_counters: number[];
  /**
   * Seconds covered by `io_counters`: since the previous scan, 1 at the first. Longer for a change that was not read at the previous
   * scan.
   */
  time_since_update: number;
  cmdline?: string[] | null;
  username?: string | null;
  nice?: number;
  num_threads?: number;
  cpu_percent?: number;
  /** Not rounded. */
  memory_percent?: number | null;
  cpu_times?: CpuTimes;
  memory_info?: MemoryInfo | null;
  gids?: Gids | null;
  cpu_num?: number;
}

const SHOWN: Readonly<Record<string, string>> = {
  R: 'R',
  S: 'S',
  D: 'D',
  // `t` is a process that a debugger stopped.
  T: 'T',
  t: 'T',
  Z: 'Z',
  X: 'X',
  x: 'X',
  // Wake-killable, waking and paging all read as "waking".
  K: 'W',
  W: 'W',
  I: 'I',
  P: 'P',
};

/** Letter for each state letter of /proc/<pid>/stat, by character code; `?` for any other. */
export const STATUS_LETTERS: readonly string[] = Array.from(
  { length: 128 },
  (_, code) => SHOWN[String.fromCharCode(code)] ?? '?',
);
