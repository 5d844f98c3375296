import { percentOf } from './percent.ts';
import type { CpuTimes } from './stat.ts';

/** Shares of CPU time in percent, one decimal, 0..100 each. */
export interface CpuUsage extends CpuTimes {
  /** All but idle and iowait. */
  total: number;
  /** All but idle: 100 - idle. */
  busy: number;
}

/**
 * CPU times between two samples of /proc/stat; since boot without a previous one. Decreased columns (iowait, by a kernel fault, or a
 * core back online) count as 0. All 0 without elapsed time.
 */
export function cpuUsage(previous: CpuTimes | null, current: CpuTimes): CpuUsage {
  const spent = previous === null ? current : increase(previous, current);
  const { user, nice, system, idle, iowait, irq, softirq, steal } = spent;
  // Guest time is already part of user and nice.
  const all = user + nice + system + idle + iowait + irq + softirq + steal;
  const share = (ticks: number): number => percentOf(ticks, all);
  return {
    user: share(user),
    nice: share(nice),
    system: share(system),
    idle: share(idle),
    iowait: share(iowait),
    irq: share(irq),
    softirq: share(softirq),
    steal: share(steal),
    guest: share(spent.guest),
    guestNice: share(spent.guestNice),
    total: share(all - idle - iowait),
    busy: share(all - idle),
  };
}

function increase(previous: CpuTimes, current: CpuTimes): CpuTimes {
  const since = (key: keyof CpuTimes): number => Math.max(0, current[key] - previous[key]);
  return {
    user: since('user'),
    nice: since('nice'),
    system: since('system'),
    idle: since('idle'),
    iowait: since('iowait'),
    irq: since('irq'),
    softirq: since('softirq'),
    steal: since('steal'),
    guest: since('guest'),
    guestNice: since('guestNice'),
  };
}
