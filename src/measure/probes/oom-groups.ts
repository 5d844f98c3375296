/** Control groups in which the kernel has killed processes, for agents that may not read the kernel log. */
import type { OomGroup } from '../../core/alert-feeds.ts';
import type { Host } from '../../core/host.ts';
import { inSlices, Turns } from '../../core/turns.ts';
import type { Steps } from '../../core/steps.ts';
import { bytesOf } from '../linux/bytes.ts';
import { flatKeyed } from '../linux/flat-keyed.ts';

/** Where groups count kills: `oom_kill` of cgroup-v2 (with groups below), and of the controller memory of cgroup-v1 (own ones only). */
const PLACES = [
  { root: '/sys/fs/cgroup', file: 'memory.events', hasBelow: true },
  { root: '/sys/fs/cgroup/memory', file: 'memory.oom_control', hasBelow: false },
] as const;
type Place = (typeof PLACES)[number];

const KILLS = bytesOf('oom_kill');
const MOST_GROUPS = 10_000;
const DEEPEST = 32;
/** Files of controllers. Managers of groups give no group such a name (systemd: "Delegate", escaped names). */
const INTERFACE_FILE =
  /^(?:cgroup|cpu|cpuset|memory|io|pids|hugetlb|rdma|misc|dmem|irq)\.|^(?:tasks|notify_on_release|release_agent)$/;

/** Kills by path of the group. Groups without any are left out. */
type Kills = ReadonlyMap<string, number>;

/** Returns the groups with kills since the last call; the first call finds none. */
export function createOomGroups(host: Host): () => Promise<OomGroup[]> {
  let before: Kills | null = null;
  return async () => {
    const slice = new Turns(() => host.clock.monotonic()).begin();
    const found = await inSlices(readKills(host), slice);
    const known = before ?? found.kills;
    before = found.kills;
    return grown(found.kills, known, found.hasBelow);
  };
}

function* readKills(host: Host): Steps<{ kills: Kills; hasBelow: boolean }> {
  for (const place of PLACES) {
    const kills = new Map<string, number>();
    const isPresent = yield* readGroup(host, place, '', { kills, left: MOST_GROUPS });
    if (isPresent) return { kills, hasBelow: place.hasBelow };
  }
  return { kills: new Map(), hasBelow: true };
}

/** False where there is no such group. The root of cgroup-v2 counts nothing itself. */
function* readGroup(
  host: Host,
  place: Place,
  path: string,
  walk: { readonly kills: Map<string, number>; left: number },
): Steps<boolean> {
  const folder = `${place.root}${path}`;
  const kills = killsIn(host, `${folder}/${place.file}`);
  if (kills === null && path !== '') return false;
  if (kills !== null && kills > 0) walk.kills.set(path, kills);
  walk.left -= 1;
  yield;
  let isPresent = kills !== null;
  if (path.split('/').length > DEEPEST) return isPresent;
  for (const name of namesIn(host, folder)) {
    if (walk.left <= 0) break;
    if (INTERFACE_FILE.test(name)) continue;
    isPresent = (yield* readGroup(host, place, `${path}/${name}`, walk)) || isPresent;
  }
  return isPresent;
}

function killsIn(host: Host, path: string): number | null {
  try {
    return flatKeyed(host.read(path), KILLS);
  } catch {
    return null;
  }
}

function namesIn(host: Host, folder: string): readonly string[] {
  try {
    return host.list(folder);
  } catch {
    return [];
  }
}

function grown(now: Kills, before: Kills, hasBelow: boolean): OomGroup[] {
  const growth = new Map(
    [...now].map(([path, kills]) => [path, Math.max(0, kills - (before.get(path) ?? 0))]),
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
