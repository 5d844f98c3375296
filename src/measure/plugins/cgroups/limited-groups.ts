/** Control groups with CPU or memory limits, and those with kills. */
import { shortContainerIds } from '../../../core/container-ids.ts';
import type { Host } from '../../../core/host.ts';
import type { Steps } from '../../../core/steps.ts';
import { inSlices, Slice } from '../../../core/slice.ts';
import { bytesOf } from '../../linux/bytes.ts';
import { type CgroupThrottling, parseCgroupThrottling } from '../../linux/cgroup-cpu.ts';
import { flatKeyed } from '../../linux/flat-keyed.ts';
import { visitGroups } from '../../sources/cgroup-tree.ts';
import { cgroupOwnerOf } from '../../sources/processes/cgroup-owner.ts';
import { hierarchyFolder } from '../shared/cgroup-files.ts';
import { attemptRead, integerIn } from '../shared/cgroup-use.ts';
import { parseCpuLimit } from '../shared/cpu-limit.ts';

export interface LimitedGroup {
  /** Path, with identifiers of containers cut to 12 digits. */
  readonly name: string;
  readonly unit: string | null;
  readonly container: string | null;
  /** Cores that it may use; null: no quota. */
  readonly cores: number | null;
  /** Bytes that it may use; null: no limit. */
  readonly memory: number | null;
  readonly files: Files;
}

interface Files {
  /** Null without a quota. */
  readonly cpu: string | null;
  /** Where kills are counted. */
  readonly kills: string | null;
  readonly hits: string | null;
}

interface LimitedGroups {
  readonly groups: readonly LimitedGroup[];
  /** Groups beyond the limit of shown ones. */
  readonly left: number;
}

/** Limits are set when a group is made, and rarely later. */
const LOOK_MS = 60_000;
const MOST_SHOWN = 256;
const ROOT = '/sys/fs/cgroup';
/** Version 1 states no limit as the largest multiple of a page. */
const NO_LIMIT = 2 ** 62;

const KILLS = bytesOf('oom_kill');
const HITS = bytesOf('max');

/** Finds them, and again after a minute, in slices. Null: there are no control groups. */
export function createLimitedGroups(host: Host): () => Promise<LimitedGroups | null> {
  let found: LimitedGroups | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = host.clock.monotonic();
    if (found !== null && now - lookedAt < LOOK_MS) return found;
    lookedAt = now;
    found = await inSlices(findGroups(host), new Slice());
    return found;
  };
}

function* findGroups(host: Host): Steps<LimitedGroups | null> {
  const isUnified = host.readText(`${ROOT}/cgroup.controllers`) !== null;
  const [cpu, memory] = ['cpu,cpuacct', 'memory'].map((names) =>
    hierarchyFolder(host, names, names.split(',')[0] ?? ''),
  ) as [string, string];
  const look = isUnified ? lookUnified : (of: Host, path: string) => lookVersion1(of, path, cpu, memory);
  const groups: LimitedGroup[] = [];
  let left = 0;
  let isPresent = isUnified;
  for (const root of isUnified ? [ROOT] : [memory, cpu]) {
    const known = new Set(groups.map(({ name }) => name));
    yield* visitGroups(host, root, (path) => {
      // The root has limits only in a container, whose own group appears as the root.
      if (path === '' && !isUnified) return true;
      isPresent = true;
      const group = look(host, path);
      if (group === null || known.has(group.name)) return true;
      if (groups.length < MOST_SHOWN) groups.push(group);
      else left += 1;
      return true;
    });
  }
  return isPresent ? { groups, left } : null;
}

function lookUnified(host: Host, path: string): LimitedGroup | null {
  const folder = `${ROOT}${path}`;
  const cores = parseCpuLimit(host.readText(`${folder}/cpu.max`) ?? '');
  const memory = attemptRead(host, `${folder}/memory.max`, integerIn);
  // Newer kernels count kills per group, without subgroups.
  const isLocal = host.readText(`${folder}/memory.events.local`) !== null;
  const events = `${folder}/memory.events${isLocal ? '.local' : ''}`;
  return groupOf(host, path, cores, memory, {
    cpu: cores === null ? null : `${folder}/cpu.stat`,
    kills: events,
    hits: memory === null ? null : events,
  });
}

function lookVersion1(host: Host, path: string, cpuRoot: string, memoryRoot: string): LimitedGroup | null {
  const [cpu, memory] = [cpuRoot + path, memoryRoot + path];
  const words = ['quota', 'period'].map((name) => host.readText(`${cpu}/cpu.cfs_${name}_us`) ?? '');
  const cores = parseCpuLimit(words.join(' '));
  const limit = attemptRead(host, `${memory}/memory.limit_in_bytes`, integerIn);
  const isLimited = limit !== null && limit < NO_LIMIT;
  return groupOf(host, path, cores, isLimited ? limit : null, {
    cpu: cores === null ? null : `${cpu}/cpu.stat`,
    kills: `${memory}/memory.oom_control`,
    hits: isLimited ? `${memory}/memory.failcnt` : null,
  });
}

/** Null: nothing limits it, and nothing in it was killed. */
function groupOf(
  host: Host,
  path: string,
  cores: number | null,
  memory: number | null,
  files: Files,
): LimitedGroup | null {
  if (cores === null && memory === null && !((killsIn(host, files.kills) ?? 0) > 0)) return null;
  const { unit, container } = cgroupOwnerOf([{ controllers: '', path }]);
  return {
    name: shortContainerIds(path) || '/',
    unit,
    container: container && shortContainerIds(container),
    cores,
    memory,
    files,
  };
}

export const readThrottling = (host: Host, { files }: LimitedGroup): CgroupThrottling | null =>
  attemptRead(host, files.cpu, parseCgroupThrottling);

/** Null: the group has no such files, or is gone. */
export function readMemoryEvents(
  host: Host,
  { files: { kills, hits } }: LimitedGroup,
): { kills: number | null; hits: number | null } | null {
  const killed = killsIn(host, kills);
  const reached = attemptRead(host, hits, (bytes) =>
    hits === kills ? flatKeyed(bytes, HITS) : integerIn(bytes),
  );
  return killed === null && reached === null ? null : { kills: killed, hits: reached };
}

/** Null before Linux 4.13. */
const killsIn = (host: Host, path: string | null): number | null =>
  attemptRead(host, path, (bytes) => flatKeyed(bytes, KILLS));
