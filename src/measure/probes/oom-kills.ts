import { OOM_KILLS, type OomGroup, type OomKills, type OomVictim } from '../../core/alert-feeds.ts';
import type { RunOutcome, Host } from '../../core/host.ts';
import { parseOomLog } from '../linux/oom-log.ts';
import { parseVmstat } from '../linux/vmstat.ts';
import { createWhose } from '../sources/whose.ts';
import { defineProbe } from './probe.ts';
import { orNull } from '../../core/or-null.ts';
import { inSlices, Slice } from '../../core/slice.ts';
import type { Steps } from '../../core/steps.ts';
import { bytesOf } from '../linux/bytes.ts';
import { flatKeyed } from '../linux/flat-keyed.ts';
import { visitGroups } from '../sources/cgroup-tree.ts';

const LOG = { timeoutMs: 5000, maxBytes: 8 * 1024 * 1024 };
/** More at once are summed. */
const MOST = 20;
/** Of the log, while kills go on. */
const MOST_READS = 3;
const NONE: OomKills = { count: 0, victims: [], groups: [], unnamed: null };

/** `oom_kill` of /proc/vmstat; when it has grown, the kernel log (dmesg) and the counts of control groups are read. */
export const oomKillsProbe = defineProbe({
  feed: OOM_KILLS,
  seconds: 5,
  create(host) {
    let before: number | null = null;
    const readGroups = createOomGroups(host);
    const whose = createWhose(host);
    const readTotal = (): number | null => parseVmstat(host.readKept('/proc/vmstat')).oomKill;
    return async () => {
      const known = before;
      let total = readTotal();
      before = total;
      if (known === null) await readGroups();
      if (known === null || total === null || total <= known) return NONE;
      if (whose().isGuest) return ofGroups(await readGroups());
      let log = await host.run(['dmesg'], LOG);
      // The log's last kills match the count only if none happened in between.
      for (let read = 1; read < MOST_READS; read += 1) {
        const next = readTotal();
        if (next === null || next === total) break;
        before = total = next;
        log = await host.run(['dmesg'], LOG);
      }
      return killsOf(total - known, log, await readGroups());
    };
  },
});

/** Total and log of a guest are those of its host: only its own groups count. */
const ofGroups = (groups: readonly OomGroup[]): OomKills => ({
  count: groups.reduce((sum, { count }) => sum + count, 0),
  victims: [],
  groups,
  unnamed: groups.length === 0 ? null : 'the kernel log is that of the host of this LXC guest',
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

/** Where groups count kills: `oom_kill` of cgroup-v2 (with groups below), and of the controller memory of cgroup-v1 (own ones only). */
const PLACES = [
  { root: '/sys/fs/cgroup', file: 'memory.events', hasBelow: true },
  { root: '/sys/fs/cgroup/memory', file: 'memory.oom_control', hasBelow: false },
] as const;

const KILLS = bytesOf('oom_kill');
/** Kills by path of the group. Groups without any are left out. */
type Kills = ReadonlyMap<string, number>;

/** Returns the groups with kills since the last call; the first call finds none. */
function createOomGroups(host: Host): () => Promise<OomGroup[]> {
  let before: Kills | null = null;
  return async () => {
    const slice = new Slice({ now: () => host.clock.monotonic() });
    const found = await inSlices(readKills(host), slice);
    const known = before ?? found.kills;
    before = found.kills;
    return grown(found.kills, known, found.hasBelow);
  };
}

function* readKills(host: Host): Steps<{ kills: Kills; hasBelow: boolean }> {
  for (const { root, file, hasBelow } of PLACES) {
    const kills = new Map<string, number>();
    let isPresent = false;
    yield* visitGroups(host, root, (path) => {
      const count = killsIn(host, `${root}${path}/${file}`);
      // The root of cgroup-v2 counts nothing itself.
      if (count === null) return path === '';
      isPresent = true;
      if (count > 0) kills.set(path, count);
      return true;
    });
    if (isPresent) return { kills, hasBelow };
  }
  return { kills: new Map(), hasBelow: true };
}

function killsIn(host: Host, path: string): number | null {
  return orNull(() => flatKeyed(host.read(path), KILLS));
}

function grown(now: Kills, before: Kills, hasBelow: boolean): OomGroup[] {
  const growth = new Map(
    [...now].map(([path, kills]) => {
      const known = before.get(path) ?? 0;
      // A group that was made anew counts from 0.
      return [path, kills < known ? kills : kills - known];
    }),
  );
  const own = new Map(growth);
  if (hasBelow)
    for (const [path, count] of growth) {
      const parent = path.slice(0, path.lastIndexOf('/'));
      const above = own.get(parent);
      if (path !== '' && above !== undefined) own.set(parent, above - count);
    }
  return [...own].flatMap(([cgroup, count]) => (count > 0 ? [{ cgroup: cgroup || '/', count }] : []));
}
