/** Where the files lie that count what a container uses. */
import type { Host } from '../../../core/host.ts';
import { type CgroupMembership, parsePidCgroup } from '../../linux/pid-cgroup.ts';

/** Paths of files; null for a controller that the container is not in. */
export interface CgroupFiles {
  readonly version: 1 | 2;
  readonly cpu: string | null;
  readonly cpuLimits: readonly string[];
  readonly memory: string | null;
  readonly memoryStat: string | null;
  readonly memoryLimit: string | null;
  readonly io: string | null;
}

const MOUNT = '/sys/fs/cgroup';

/**
 * Finds the control group of a container by a process in it. Null when the files cannot be read here, or when the process
 * is not one of that container: its number means something else in the name space of this agent.
 */
export function locateCgroup(host: Host, pid: number, containerId: string): CgroupFiles | null {
  const memberships = readMemberships(host, pid).flatMap((membership) => {
    const path = pathOfContainer(membership.path, containerId);
    return path === null ? [] : [{ ...membership, path }];
  });
  const files = filesOf(memberships);
  return files !== null && isReadable(host, files) ? files : null;
}

function readMemberships(host: Host, pid: number): CgroupMembership[] {
  try {
    return parsePidCgroup(host.read(`/proc/${pid}/cgroup`));
  } catch {
    return [];
  }
}

/**
 * The part of a path down to the container: systemd in a container makes groups below it. What leads above the agent's own
 * name space of groups (`/../…`) is cut off, in case the files of the whole host are mounted.
 */
function pathOfContainer(path: string, containerId: string): string | null {
  const parts = path.split('/').filter((part) => part !== '' && part !== '..');
  const at = parts.findIndex((part) => part.includes(containerId));
  return at === -1 ? null : `/${parts.slice(0, at + 1).join('/')}`;
}

function filesOf(memberships: readonly CgroupMembership[]): CgroupFiles | null {
  const folder = (controller: string): string | null => {
    const found = memberships.find(({ controllers }) => controllers.split(',').includes(controller));
    return found === undefined ? null : `${MOUNT}/${found.controllers}${found.path}`;
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
  };
}

function isReadable(host: Host, files: CgroupFiles): boolean {
  return files.cpu !== null && host.readText(files.cpu) !== null;
}
