import type { Host } from '../core/host.ts';
import { defineSource } from '../core/source.ts';
import { parseCpuinfo } from '../linux/cpuinfo.ts';
import { parseCpuList } from '../linux/cpu-list.ts';

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

/** Physical cores; null when the kernel does not say. Counted anew only when other CPUs are online than before. */
export const physicalCoresSource = defineSource<number | null>({
  name: 'physical-cores',
  create({ host }) {
    let known: { online: string | null; cores: number | null } | null = null;
    return {
      read() {
        const online = host.readText(`${CPU_FOLDER}/online`);
        if (known === null || known.online !== online) {
          const bySiblings = online === null ? 0 : coresBySiblings(host, parseCpuList(online));
          known = { online, cores: bySiblings || parseCpuinfo(host.read('/proc/cpuinfo')).physicalCores };
        }
        return known.cores;
      },
    };
  },
});
