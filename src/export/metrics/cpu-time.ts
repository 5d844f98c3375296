/** CPU time of the host since boot: unlike shares of samples, its increase is exact over any time. */
import type { Host } from '../../core/host.ts';
import { orNull } from '../../core/or-null.ts';
import { type CpuTimes, parseStat } from '../../measure/linux/stat.ts';
import type { Family, LabelPair } from './family.ts';
import { family } from './own.ts';

/** Times of all cores together: /proc/stat; null: they cannot be read. */
export type ReadCpuTimes = () => CpuTimes | null;

export const cpuTimesOf =
  (host: Pick<Host, 'read'>): ReadCpuTimes =>
  () =>
    orNull(() => parseStat(host.read('/proc/stat')).cpu);

/** USER_HZ: the kernel reports hundredths of a second regardless of its tick. */
const TICKS = 100;
const MODES = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'] as const;
export const CPU_TIME = 'gander_cpu_seconds';
const HEAD = [
  CPU_TIME,
  'counter',
  'seconds',
  'CPU time of all cores since boot; user and nice include guests.',
] as const;

export function cpuTimeFamilies(read: ReadCpuTimes, time: number): Family[] {
  const times = read();
  if (times === null) return [];
  const label = (mode: string): LabelPair => ['mode', mode];
  return [
    family(
      HEAD,
      time,
      MODES.map((mode) => [times[mode] / TICKS, label(mode)] as const),
    ),
  ];
}
