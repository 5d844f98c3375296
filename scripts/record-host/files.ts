import { readdirSync } from 'node:fs';

/** Files the plugins read, `*` standing for one name. Files that a machine lacks are left out. */
export const HOST_FILES = [
  '/etc/hostname',
  '/etc/os-release',
  '/etc/passwd',
  ...['cpuinfo', 'diskstats', 'filesystems', 'interrupts', 'loadavg', 'meminfo', 'mounts', 'self/mounts'].map(
    inProc,
  ),
  ...['stat', 'uptime', 'version', 'vmstat', 'zoneinfo', 'spl/kstat/zfs/arcstats'].map(inProc),
  ...['dev', 'fib_trie', 'if_inet6', 'route', 'tcp', 'tcp6'].map((name) => inProc(`net/${name}`)),
  ...['hostname', 'osrelease', 'ostype', 'pid_max'].map((name) => inProc(`sys/kernel/${name}`)),
  '/proc/sys/net/netfilter/nf_conntrack_count',
  '/proc/sys/net/netfilter/nf_conntrack_max',
  ...['flags', 'operstate', 'speed', 'address', 'mtu', 'carrier', 'duplex', 'ifindex', 'type'].map(
    (name) => `/sys/class/net/*/${name}`,
  ),
  ...['stat', 'size', 'ro', 'removable'].map((name) => `/sys/block/*/${name}`),
  ...['online', 'possible', 'present'].map(inCpu),
  ...['core_cpus_list', 'thread_siblings_list', 'core_id', 'physical_package_id'].map((name) =>
    inCpu(`cpu*/topology/${name}`),
  ),
  ...['scaling_cur_freq', 'scaling_max_freq', 'scaling_min_freq'].flatMap((name) => [
    inCpu(`cpu*/cpufreq/${name}`),
    inCpu(`cpufreq/policy*/${name}`),
  ]),
];

/** Files of every process; `io` and others may be refused. */
export const PROCESS_FILES = ['stat', 'statm', 'status', 'cmdline', 'io', 'comm'];

function inProc(name: string): string {
  return `/proc/${name}`;
}

function inCpu(name: string): string {
  return `/sys/devices/system/cpu/${name}`;
}

/** Paths that match a pattern, sorted; links are followed. */
export function expandPattern(pattern: string): string[] {
  const at = pattern.indexOf('*');
  if (at === -1) return [pattern];
  const folderEnd = pattern.lastIndexOf('/', at);
  const nameEnd = pattern.indexOf('/', at);
  const folder = pattern.slice(0, folderEnd);
  const prefix = pattern.slice(folderEnd + 1, at);
  return listFolder(folder)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => expandPattern(`${folder}/${name}${pattern.slice(nameEnd)}`));
}

/** Sorted names in a folder, none when it cannot be read. */
export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
