/** One line of `GET /containers/{id}/stats`. */
import { listOf, loose, mapOf, number, numbers, text, type TypeOf } from '../../../core/shape.ts';
import type { Usage } from './engine.ts';

const CPU = loose({
  ...numbers('system_cpu_usage', 'online_cpus'),
  cpu_usage: loose({ total_usage: number(), percpu_usage: listOf(number()) }),
});
export const DOCKER_STATS = loose({
  id: text(),
  cpu_stats: CPU,
  precpu_stats: CPU,
  memory_stats: loose({
    ...numbers('usage', 'limit'),
    stats: loose(numbers('total_inactive_file', 'inactive_file')),
  }),
  blkio_stats: loose({ io_service_bytes_recursive: listOf(loose({ op: text(), value: number() })) }),
  networks: mapOf('By interface.', loose(numbers('rx_bytes', 'tx_bytes'))),
});
type Stats = TypeOf<typeof DOCKER_STATS>;
type Cpu = TypeOf<typeof CPU>;

export const dockerFrame = (stats: Stats): Omit<Usage, 'at' | 'cpuLimit'> => ({
  cpu: {
    percent: cpuPercent(stats.cpu_stats ?? {}, stats.precpu_stats ?? {}),
    nanoseconds: stats.cpu_stats?.cpu_usage?.total_usage ?? null,
  },
  memory: memoryOf(stats),
  io: ioOf(stats),
  network: networkOf(stats),
});

/** Share of the time of all cores, times their number; 0 while the frame holds no earlier measurement. */
function cpuPercent(now: Cpu, before: Cpu): number {
  const [used, usedBefore] = [now.cpu_usage?.total_usage, before.cpu_usage?.total_usage];
  const [system, systemBefore] = [now.system_cpu_usage, before.system_cpu_usage];
  if (used === undefined || usedBefore === undefined || system === undefined || systemBefore === undefined)
    return 0;
  if (system <= systemBefore || used < usedBefore) return 0;
  const cores = now.online_cpus || now.cpu_usage?.percpu_usage?.length || 1;
  return ((used - usedBefore) / (system - systemBefore)) * cores * 100;
}

function memoryOf({ memory_stats: { usage, limit, stats } = {} }: Stats): Usage['memory'] {
  if (usage === undefined || limit === undefined) return null;
  // The first exists with cgroup v1, where the second excludes subgroups.
  return { usage, limit, inactiveFile: stats?.total_inactive_file ?? stats?.inactive_file ?? null };
}

function ioOf({ blkio_stats: stats }: Stats): Usage['io'] {
  const sum = (operation: string): number =>
    (stats?.io_service_bytes_recursive ?? [])
      .filter(({ op }) => op?.toLowerCase() === operation)
      .reduce((total, { value = 0 }) => total + value, 0);
  return { read: sum('read'), written: sum('write') };
}

/** A container with the network of the host has no member `networks`. */
function networkOf({ networks }: Stats): Usage['network'] {
  if (networks === undefined) return null;
  const sum = (key: 'rx_bytes' | 'tx_bytes'): number =>
    Object.values(networks).reduce((total, one) => total + (one[key] ?? 0), 0);
  return { received: sum('rx_bytes'), sent: sum('tx_bytes') };
}
