import { defineSource } from '../../core/source.ts';
import { addedUp, type CpuUsage, cpuUsage, ticksOf, timeBetween } from '../linux/cpu-usage.ts';
import { type CpuTimes, parseStat, type Stat } from '../linux/stat.ts';

interface CpuSample {
  stat: Stat;
  /** Use of all cores since the previous sample; since boot at the first. */
  usage: CpuUsage;
  /** Usage per core, in kernel order. */
  cores: CpuUsage[];
  /** Why some use is unknown; null: all is known. */
  problem: string | null;
}

const STILL =
  'no column of a cpu line in /proc/stat advances: this kernel, or what stands for it, counts no CPU time';
const TOO_MUCH = '/proc/stat counts more CPU time than has passed';

/** USER_HZ, the unit of /proc/stat, on every architecture that runs Node. */
const TICKS_PER_SECOND = 100;
/** A core may count more time than we see pass: ticks are whole, and reading takes time. Far more is a fault. */
const TOLERANCE = 2;
const SPARE_TICKS = 20;
/** Below it, no column may have advanced yet. */
const SHORTEST_MS = 20;

const NOTHING: CpuTimes = addedUp([]);

/** Idle time and iowait may fall by a fault of the kernel (proc_stat(5)): the time that no other column has counted was idle. */
function withIdle(spent: CpuTimes, passedTicks: number): CpuTimes {
  const idle = passedTicks - (ticksOf(spent) - spent.idle);
  return { ...spent, idle: Math.max(spent.idle, Math.round(idle)) };
}

/** /proc/stat, and CPU times since its last read. */
export const cpuSource = defineSource<CpuSample>({
  name: 'cpu',
  create({ host }) {
    let previous: Stat | null = null;
    let readAt = 0;
    let last: CpuSample | null = null;

    /** Time that the lines have counted; of those that cannot be right, none. */
    const measure = (stat: Stat, passedTicks: number, mostTicks: number): CpuSample => {
      let problem: string | null = null;
      const credible = (spent: CpuTimes, most: number): CpuTimes => {
        const ticks = ticksOf(spent);
        if (ticks > most) problem = TOO_MUCH;
        else if (ticks === 0) problem ??= STILL;
        return ticks > most ? NOTHING : spent;
      };
      const before = new Map(previous?.cpus.map((core) => [core.number, core]));
      let isAmiss = false;
      const cores = stat.cpus.map((core) => {
        const old = before.get(core.number) ?? null;
        const spent = timeBetween(old, core);
        if (old === null) return credible(spent, Number.POSITIVE_INFINITY);
        if (core.idle >= old.idle && core.iowait >= old.iowait) return credible(spent, mostTicks);
        isAmiss = true;
        return credible(withIdle(spent, passedTicks), mostTicks);
      });
      const all = timeBetween(previous?.cpu ?? null, stat.cpu);
      // Some kernels write a line of zeros in front (OpenVZ).
      const isStill = ticksOf(all) === 0;
      const total =
        isStill || isAmiss ? addedUp(cores) : credible(all, mostTicks * Math.max(1, cores.length));
      if (cores.length === 0 && isStill) problem = STILL;
      return { stat, usage: cpuUsage(total), cores: cores.map(cpuUsage), problem };
    };

    return {
      read() {
        const stat = parseStat(host.read('/proc/stat'));
        const now = host.clock.monotonic();
        const passedMs = now - readAt;
        if (last !== null && passedMs < SHORTEST_MS) return { ...last, stat };
        const passedTicks = (passedMs / 1000) * TICKS_PER_SECOND;
        const most = previous === null ? Number.POSITIVE_INFINITY : passedTicks * TOLERANCE + SPARE_TICKS;
        last = measure(stat, passedTicks, most);
        previous = stat;
        readAt = now;
        return last;
      },
    };
  },
});
