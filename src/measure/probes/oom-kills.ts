import { OOM_KILLS, type OomKills } from '../../core/alert-feeds.ts';
import { parseOomLog } from '../linux/oom-log.ts';
import { parseVmstat } from '../linux/vmstat.ts';
import { defineProbe } from './probe.ts';

const LOG = { timeoutMs: 5000, maxBytes: 8 * 1024 * 1024 };
/** More at once are one number. */
const MOST = 20;
const NONE: OomKills = { count: 0, victims: [] };

/** `oom_kill` of /proc/vmstat; the kernel log (dmesg) is read when it has grown. */
export const oomKillsProbe = defineProbe({
  feed: OOM_KILLS,
  seconds: 5,
  create(host) {
    let before: number | null = null;
    return async () => {
      const { oomKill } = parseVmstat(host.readKept('/proc/vmstat'));
      const count = oomKill === null || before === null ? 0 : Math.max(0, oomKill - before);
      before = oomKill;
      if (count === 0) return NONE;
      const { stdout } = await host.run(['dmesg'], LOG);
      return { count, victims: parseOomLog(stdout).slice(-Math.min(count, MOST)) };
    };
  },
});
