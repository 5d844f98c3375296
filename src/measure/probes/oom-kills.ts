import { OOM_KILLS, type OomGroup, type OomKills, type OomVictim } from '../../core/alert-feeds.ts';
import type { RunOutcome } from '../../core/host.ts';
import { parseOomLog } from '../linux/oom-log.ts';
import { parseVmstat } from '../linux/vmstat.ts';
import { createOomGroups } from './oom-groups.ts';
import { defineProbe } from './probe.ts';

const LOG = { timeoutMs: 5000, maxBytes: 8 * 1024 * 1024 };
/** More at once are one number. */
const MOST = 20;
const NONE: OomKills = { count: 0, victims: [], groups: [], unnamed: null };

/** `oom_kill` of /proc/vmstat; when it has grown, the kernel log (dmesg) and the counts of control groups are read. */
export const oomKillsProbe = defineProbe({
  feed: OOM_KILLS,
  seconds: 5,
  create(host) {
    let before: number | null = null;
    const readGroups = createOomGroups(host);
    return async () => {
      const { oomKill } = parseVmstat(host.readKept('/proc/vmstat'));
      const isFirst = before === null;
      const count = oomKill === null || before === null ? 0 : Math.max(0, oomKill - before);
      before = oomKill;
      if (isFirst || count > 0) {
        const groups = await readGroups();
        if (count > 0) return killsOf(count, await host.run(['dmesg'], LOG), groups);
      }
      return NONE;
    };
  },
});

function killsOf(count: number, log: RunOutcome, groups: readonly OomGroup[]): OomKills {
  const victims = parseOomLog(log.stdout).slice(-Math.min(count, MOST));
  const unnamed = victims.length < count ? whyUnnamed(log) : null;
  return { count, victims, groups: unnamed === null ? [] : withoutNamed(groups, victims), unnamed };
}

function whyUnnamed({ code, stderr, failure }: RunOutcome): string {
  if (/not permitted|permission denied/i.test(stderr)) return 'no permission to read the kernel log';
  if (code === 0) return 'the kernel log has no entry';
  return `cannot read the kernel log: ${failure ?? (stderr.trim().slice(0, 200) || `dmesg exited with code ${code}`)}`;
}

function withoutNamed(groups: readonly OomGroup[], victims: readonly OomVictim[]): OomGroup[] {
  return groups.flatMap(({ cgroup, count }) => {
    const left = count - victims.filter((victim) => victim.cgroup === cgroup).length;
    return left > 0 ? [{ cgroup, count: left }] : [];
  });
}
