import { defineSource } from '../../core/source.ts';
import { type CpuUsage, cpuUsage } from '../linux/cpu-usage.ts';
import { parseStat, type Stat } from '../linux/stat.ts';

export interface CpuSample {
  stat: Stat;
  /** Use of all cores since the previous sample; since boot at the first. */
  usage: CpuUsage;
  /** The same per core, in kernel order. */
  cores: CpuUsage[];
}

/** /proc/stat, and CPU times since its last read. */
export const cpuSource = defineSource<CpuSample>({
  name: 'cpu',
  create({ host }) {
    let previous: Stat | null = null;
    return {
      read() {
        const stat = parseStat(host.read('/proc/stat'));
        const before = new Map(previous?.cpus.map((core) => [core.number, core]));
        const sample = {
          stat,
          usage: cpuUsage(previous?.cpu ?? null, stat.cpu),
          cores: stat.cpus.map((core) => cpuUsage(before.get(core.number) ?? null, core)),
        };
        previous = stat;
        return sample;
      },
    };
  },
});
