/** Which mounted file systems are shown. */
import type { Host } from '../../core/host.ts';
import { parseFilesystems } from '../../linux/filesystems.ts';
import { type Mount, parseMounts } from '../../linux/mounts.ts';

/** File systems with a disk below them; ZFS calls its pools by name, so the kernel does not count it. */
function physicalTypes(host: Host): Set<string> {
  return new Set([...parseFilesystems(host.read('/proc/filesystems')), 'zfs']);
}

const hasDevice = ({ device }: Mount): boolean => device !== '' && device !== 'none';

/**
 * The mount table (/proc/self/mounts) without pseudo file systems, in its order, then mounts whose type contains
 * one of the allowed words.
 */
export function shownMounts(host: Host, allowed: readonly string[]): Mount[] {
  const types = physicalTypes(host);
  const mounts = parseMounts(host.read('/proc/self/mounts'));
  const physical = mounts.filter((mount) => types.has(mount.type) && hasDevice(mount));
  const taken = new Set(physical.map((mount) => mount.mountPoint));
  const extra = mounts.filter(
    ({ type, mountPoint }) => !taken.has(mountPoint) && allowed.some((word) => type.includes(word)),
  );
  return [...physical, ...extra];
}
