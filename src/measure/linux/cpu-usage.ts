import { UNKNOWN } from '../../core/fields.ts';
import { percentOf } from './percent.ts';
import type { CpuTimes } from './stat.ts';

/** Shares of CPU time in percent, one decimal; all `UNKNOWN` where no time was counted. */
export interface CpuUsage extends CpuTimes {
  /** All but idle and iowait. */
  total: number;
  /** All but idle: 100 - idle. */
  busy: number;
}

/** Time in clock ticks; guest time is already part of user and nice. */
export const ticksOf = ({ user, nice, system, idle, iowait, irq, softirq, steal }: CpuTimes): number =>
  user + nice + system + idle + iowait + irq + softirq + steal;

/** Shares of CPU time that was spent, as {@link timeBetween} gives it. */
export function cpuUsage(spent: CpuTimes): CpuUsage {
  const { user, nice, system, idle, iowait, irq, softirq, steal } = spent;
  const all = ticksOf(spent);
  const share = (ticks: number): number => (all > 0 ? percentOf(ticks, all) : UNKNOWN);
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

/**
 * CPU time between two samples of /proc/stat; since boot without a previous one. Decreased columns (iowait, by a kernel fault, or a
 * core back online) count as 0.
 */
export function timeBetween(previous: CpuTimes | null, current: CpuTimes): CpuTimes {
  const since = (key: keyof CpuTimes): number => Math.max(0, current[key] - (previous?.[key] ?? 0));
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

/** CPU time of all cores together. */
export const addedUp = (cores: readonly CpuTimes[]): CpuTimes => {
  const sum = (key: keyof CpuTimes): number => cores.reduce((total, core) => total + core[key], 0);
  return {
    user: sum('user'),
    nice: sum('nice'),
    system: sum('system'),
    idle: sum('idle'),
    iowait: sum('iowait'),
    irq: sum('irq'),
    softirq: sum('softirq'),
    steal: sum('steal'),
    guest: sum('guest'),
    guestNice: sum('guestNice'),
  };
};
