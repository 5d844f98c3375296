import type { Host } from '../../core/host.ts';
import { defineSource } from '../../core/source.ts';
import { parseCpuinfo } from '../linux/cpuinfo.ts';

const CPU_FOLDER = '/sys/devices/system/cpu';

/** How many different sets of siblings there are: each is one physical core. */
function coresBySiblings(host: Host, cpus: readonly number[]): number {
  const siblings = new Set<string>();
  for (const cpu of cpus) {
    const topology = `${CPU_FOLDER}/cpu${cpu}/topology`;
    const list =
      host.readText(`${topology}/core_cpus_list`) ?? host.readText(`${topology}/thread_siblings_list`);
    if (list !== null) siblings.add(list);
  }
  return siblings.size;
}

/** A guest sees some CPUs of a package, which still counts all its cores: LXC, or CPUs that are offline. */
function coresByPackage(host: Host, cpus: readonly number[]): number | null {
  const { physicalCores } = parseCpuinfo(host.read('/proc/cpuinfo'));
  return physicalCores === null ? null : Math.min(physicalCores, cpus.length);
}

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((number, index) => number === others[index]);

/** Physical cores of online CPUs; null: unknown. Recounted when online CPUs change. */
export const physicalCoresSource = defineSource<(online: readonly number[]) => number | null>({
  name: 'physical-cores',
  create({ host }) {
    let known: { online: readonly number[]; cores: number | null } | null = null;
    const count = (online: readonly number[]): number | null => {
      if (known === null || !isSame(known.online, online)) {
        known = { online, cores: coresBySiblings(host, online) || coresByPackage(host, online) };
      }
      return known.cores;
    };
    return { read: () => count };
  },
});
