/** Finds the control group of a container. */
import type { Host } from '../../../core/host.ts';
import { type CgroupFiles, cgroupFilesOf, cgroupMembershipsOf } from '../shared/cgroup-files.ts';

/**
 * Finds a container's control group by one of its processes. Null: unreadable, or the process is not in the container, since its PID
 * belongs to another namespace.
 */
export function locateCgroup(host: Host, pid: number, containerId: string): CgroupFiles | null {
  const memberships = cgroupMembershipsOf(host, pid).flatMap((membership) => {
    const path = pathOfContainer(membership.path, containerId);
    return path === null ? [] : [{ ...membership, path }];
  });
  const files = cgroupFilesOf(host, memberships);
  return files !== null && isReadable(host, files) ? files : null;
}

/**
 * Returns the part of a path down to the container: systemd in a container creates subgroups. Parts above the agent's cgroup
 * namespace (`/../…`) are removed, in case the host's files are mounted.
 */
function pathOfContainer(path: string, containerId: string): string | null {
  const parts = path.split('/').filter((part) => part !== '' && part !== '..');
  const at = parts.findIndex((part) => part.includes(containerId));
  return at === -1 ? null : `/${parts.slice(0, at + 1).join('/')}`;
}

function isReadable(host: Host, files: CgroupFiles): boolean {
  return files.cpu !== null && host.readText(files.cpu) !== null;
}
