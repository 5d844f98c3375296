/** Paths of control group statistics. */
import type { Host } from '../../../core/host.ts';
import { orNull } from '../../../core/or-null.ts';
import { type CgroupMembership, parsePidCgroup } from '../../linux/pid-cgroup.ts';

/** Paths of files; null for a controller that the group is not in. */
export interface CgroupFiles {
  readonly version: 1 | 2;
  readonly cpu: string | null;
  readonly cpuLimits: readonly string[];
  readonly memory: string | null;
  readonly memoryStat: string | null;
  readonly memoryLimit: string | null;
  readonly io: string | null;
  readonly tasks: string | null;
}

const MOUNT = '/sys/fs/cgroup';

/** Control groups of a process; none if unreadable. */
export function cgroupMembershipsOf(host: Host, pid: number): CgroupMembership[] {
  return orNull(() => parsePidCgroup(host.read(`/proc/${pid}/cgroup`))) ?? [];
}

/**
 * Folder of a hierarchy with these controllers (`cpuacct,cpu`) below the mount: kernels and managers name them in different orders,
 * and link the single names there.
 */
export function hierarchyFolder(host: Host, controllers: string, one: string): string {
  const words = controllers.split(',');
  const names = [controllers, one, words.toReversed().join(',')];
  const isThere = (name: string): boolean => orNull(() => host.list(`${MOUNT}/${name}`)) !== null;
  return `${MOUNT}/${names.find(isThere) ?? controllers}`;
}

/** Files of a group with the path of all memberships. Null without memberships. */
export function cgroupFilesOf(host: Host, memberships: readonly CgroupMembership[]): CgroupFiles | null {
  const folder = (controller: string): string | null => {
    const found = memberships.find(({ controllers }) => controllers.split(',').includes(controller));
    return found === undefined ? null : hierarchyFolder(host, found.controllers, controller) + found.path;
  };
  const unified = memberships.find(({ controllers }) => controllers === '');
  const isVersion1 = folder('cpuacct') !== null || folder('memory') !== null;
  if (isVersion1) return version1(folder);
  return unified === undefined ? null : version2(`${MOUNT}${unified.path}`);
}

const version2 = (folder: string): CgroupFiles => ({
  version: 2,
  cpu: `${folder}/cpu.stat`,
  cpuLimits: [`${folder}/cpu.max`],
  memory: `${folder}/memory.current`,
  memoryStat: `${folder}/memory.stat`,
  memoryLimit: `${folder}/memory.max`,
  io: `${folder}/io.stat`,
  tasks: `${folder}/pids.current`,
});

function version1(folder: (controller: string) => string | null): CgroupFiles {
  const file = (controller: string, name: string): string | null => {
    const path = folder(controller);
    return path === null ? null : `${path}/${name}`;
  };
  return {
    version: 1,
    cpu: file('cpuacct', 'cpuacct.usage'),
    cpuLimits: [file('cpu', 'cpu.cfs_quota_us'), file('cpu', 'cpu.cfs_period_us')].filter(
      (path) => path !== null,
    ),
    memory: file('memory', 'memory.usage_in_bytes'),
    memoryStat: file('memory', 'memory.stat'),
    memoryLimit: file('memory', 'memory.limit_in_bytes'),
    io: file('blkio', 'blkio.throttle.io_service_bytes_recursive'),
    tasks: file('pids', 'pids.current'),
  };
}
