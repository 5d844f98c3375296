import type { PidStat } from '../../linux/pid-stat.ts';
import type { PidStatm } from '../../linux/pid-statm.ts';
import type { CpuTimes, MemoryInfo } from './entry.ts';

/** USER_HZ: the kernel states times in hundredths of a second, whatever its own tick. */
export const TICKS_PER_SECOND = 100;

/** CPU times of a process in seconds; the same object as before when nothing changed. */
export function cpuTimes(stat: PidStat, before: CpuTimes | null): CpuTimes {
  const user = stat.utime / TICKS_PER_SECOND;
  const system = stat.stime / TICKS_PER_SECOND;
  const children_user = stat.cutime / TICKS_PER_SECOND;
  const children_system = stat.cstime / TICKS_PER_SECOND;
  const iowait = stat.blkioTicks / TICKS_PER_SECOND;
  const same =
    before !== null &&
    before.user === user &&
    before.system === system &&
    before.children_user === children_user &&
    before.children_system === children_system &&
    before.iowait === iowait;
  return same ? before : { user, system, children_user, children_system, iowait };
}

/** Memory of a process in bytes; the same object as before when nothing changed. */
export function memoryInfo(statm: PidStatm, pageSize: number, before: MemoryInfo | null): MemoryInfo {
  const now = {
    rss: statm.resident * pageSize,
    vms: statm.size * pageSize,
    shared: statm.shared * pageSize,
    text: statm.text * pageSize,
    lib: statm.lib * pageSize,
    data: statm.data * pageSize,
    dirty: statm.dirty * pageSize,
  };
  return before !== null && isSameMemory(before, now) ? before : now;
}

const isSameMemory = (a: MemoryInfo, b: MemoryInfo): boolean =>
  a.rss === b.rss &&
  a.vms === b.vms &&
  a.shared === b.shared &&
  a.text === b.text &&
  a.lib === b.lib &&
  a.data === b.data &&
  a.dirty === b.dirty;

/**
 * Tells whether a process's memory may have changed: mapping changes its virtual size, reclaim its resident size, and new
 * resident pages need a page fault; all are in /proc/<pid>/stat.
 */
export class MemoryMark {
  #minorFaults = Number.NaN;
  #majorFaults = Number.NaN;
  #vsize = Number.NaN;
  #rss = Number.NaN;

  /** Changed since the last call. */
  update(stat: PidStat): boolean {
    const { minflt, majflt, vsize, rss } = stat;
    if (
      minflt === this.#minorFaults &&
      majflt === this.#majorFaults &&
      vsize === this.#vsize &&
      rss === this.#rss
    )
      return false;
    this.#minorFaults = minflt;
    this.#majorFaults = majflt;
    this.#vsize = vsize;
    this.#rss = rss;
    return true;
  }

  /** Makes the next {@link update} true. */
  forget(): void {
    this.#rss = Number.NaN;
  }
}
