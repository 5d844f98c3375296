import { orNull } from '../../core/or-null.ts';
import type { Host } from '../../core/host.ts';
import { defineSource } from '../../core/source.ts';
import { parseCpuList } from '../linux/cpu-list.ts';
import { type Loadavg, parseLoadavg } from '../linux/loadavg.ts';
import { numberIn } from './sysfs.ts';
import { createWhose } from './whose.ts';

const PATH = '/proc/loadavg';
/** Processes whose threads are counted, and the time for which the count holds. */
const MOST_PROCESSES = 5000;
const COUNT_MS = 60_000;
/** lxcfs counts a few seconds later than we do. */
const TOLERANCE = 1.5;
const FEW = 50;

interface LoadSample extends Loadavg {
  /** True if the load is that of the host of this guest. */
  readonly isOfHost: boolean;
  /** Cores of that host; null: unknown, or the load is our own. */
  readonly hostCores: number | null;
}

/**
 * /proc/loadavg. In an LXC guest it is that of the host, unless lxcfs computes it (option -l): then its number of tasks is about that
 * of the guest.
 */
export const loadavgSource = defineSource<LoadSample>({
  name: PATH,
  create({ host }) {
    const whose = createWhose(host);
    let ownTasks = 0;
    let countedAt = Number.NEGATIVE_INFINITY;
    return {
      read() {
        const load = parseLoadavg(host.read(PATH));
        if (!whose().isGuest) return { ...load, isOfHost: false, hostCores: null };
        const now = host.clock.monotonic();
        if (now - countedAt > COUNT_MS) {
          ownTasks = countTasks(host);
          countedAt = now;
        }
        const isOfHost = load.total > ownTasks * TOLERANCE + FEW;
        return { ...load, isOfHost, hostCores: isOfHost ? coresOfHost(host) : null };
      },
    };
  },
});

/** Tasks of a guest, from its control group or process by process. */
function countTasks(host: Host): number {
  const counted =
    numberIn(host, '/sys/fs/cgroup/pids.current') ?? numberIn(host, '/sys/fs/cgroup/pids/pids.current');
  if (counted !== null) return counted;
  const processes = (orNull(() => host.list('/proc')) ?? []).filter((name) => /^\d+$/.test(name));
  return processes
    .slice(0, MOST_PROCESSES)
    .reduce((sum, pid) => sum + (orNull(() => host.list(`/proc/${pid}/task`))?.length ?? 1), 0);
}

/** lxcfs replaces `online` only. */
const coresOfHost = (host: Host): number | null =>
  orNull(() => parseCpuList(host.readText('/sys/devices/system/cpu/present') ?? '').length || null);
