/** Control groups in which the kernel has killed processes, for agents that may not read the kernel log. */
import type { OomGroup } from '../../core/alert-feeds.ts';
import type { Host } from '../../core/host.ts';
import { orNull } from '../../core/or-null.ts';
import { inSlices, Slice } from '../../core/slice.ts';
import type { Steps } from '../../core/steps.ts';
import { bytesOf } from '../linux/bytes.ts';
import { flatKeyed } from '../linux/flat-keyed.ts';
import { visitGroups } from '../sources/cgroup-tree.ts';

/** Where groups count kills: `oom_kill` of cgroup-v2 (with groups below), and of the controller memory of cgroup-v1 (own ones only). */
const PLACES = [
  { root: '/sys/fs/cgroup', file: 'memory.events', hasBelow: true },
  { root: '/sys/fs/cgroup/memory', file: 'memory.oom_control', hasBelow: false },
] as const;

const KILLS = bytesOf('oom_kill');
/** Kills by path of the group. Groups without any are left out. */
type Kills = ReadonlyMap<string, number>;

/** Returns the groups with kills since the last call; the first call finds none. */
export function createOomGroups(host: Host): () => Promise<OomGroup[]> {
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
