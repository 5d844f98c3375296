/** One line of `GET /containers/{id}/stats`. */
import type { Usage } from './engine.ts';
import { arrayOf, type Json, numberOf, objectOf, textOf } from './json.ts';

export function dockerFrame(stats: Json): Omit<Usage, 'at' | 'cpuLimit'> {
  const now = objectOf(stats['cpu_stats']);
  return {
    cpu: { percent: cpuPercent(now, objectOf(stats['precpu_stats'])), nanoseconds: totalOf(now) },
    memory: memoryOf(objectOf(stats['memory_stats'])),
    io: ioOf(objectOf(stats['blkio_stats'])),
    network: networkOf(stats['networks']),
  };
}

const totalOf = (stats: Json): number | null => numberOf(objectOf(stats['cpu_usage'])['total_usage']);

/** Share of the time of all cores, times their number; 0 while the frame holds no earlier measurement. */
function cpuPercent(now: Json, before: Json): number {
  const [used, usedBefore] = [totalOf(now), totalOf(before)];
  const [system, systemBefore] = [numberOf(now['system_cpu_usage']), numberOf(before['system_cpu_usage'])];
  if (used === null || usedBefore === null || system === null || systemBefore === null) return 0;
  if (system <= systemBefore || used < usedBefore) return 0;
  const perCpu = arrayOf(objectOf(now['cpu_usage'])['percpu_usage']);
  const cores = numberOf(now['online_cpus']) || perCpu.length || 1;
  return ((used - usedBefore) / (system - systemBefore)) * cores * 100;
}

function memoryOf(stats: Json): Usage['memory'] {
  const usage = numberOf(stats['usage']);
  const limit = numberOf(stats['limit']);
  if (usage === null || limit === null) return null;
  const parts = objectOf(stats['stats']);
  // The first exists with cgroup v1, where the second excludes subgroups.
  const inactiveFile = numberOf(parts['total_inactive_file']) ?? numberOf(parts['inactive_file']);
  return { usage, limit, inactiveFile };
}

function ioOf(stats: Json): Usage['io'] {
  const entries = arrayOf(stats['io_service_bytes_recursive']).map(objectOf);
  const sum = (operation: string): number =>
    entries
      .filter(({ op }) => textOf(op).toLowerCase() === operation)
      .reduce((total, { value }) => total + (numberOf(value) ?? 0), 0);
  return { read: sum('read'), written: sum('write') };
}

/** A container with the network of the host has no member `networks`. */
function networkOf(networks: unknown): Usage['network'] {
  if (networks === undefined || networks === null) return null;
  const all = Object.values(objectOf(networks)).map(objectOf);
  const sum = (key: string): number => all.reduce((total, one) => total + (numberOf(one[key]) ?? 0), 0);
  return { received: sum('rx_bytes'), sent: sum('tx_bytes') };
}
