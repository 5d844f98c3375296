/** Which mounted file systems are shown. */
import type { Host, MountPlace } from '../../core/host.ts';
import { parseFilesystems } from '../linux/filesystems.ts';
import { type Mount, parseMounts } from '../linux/mounts.ts';

/** File systems with a disk below them; ZFS calls its pools by name, so the kernel does not count it. */
function physicalTypes(host: Host): Set<string> {
  return new Set([...parseFilesystems(host.read('/proc/filesystems')), 'zfs']);
}

/** Names under which early user space mounted the root file system, before its device had one. */
const ROOT_ALIASES = new Set(['/dev/root', 'rootfs']);

/**
 * The device of such a name: number from /proc/self/mountinfo (`36 35 8:1 / / rw …`), name from /sys/dev/block/8:1/uevent. The name
 * itself if unknown.
 */
function resolveDevice(host: Host, mount: Mount): Mount {
  if (!ROOT_ALIASES.has(mount.device)) return mount;
  const lines = host.readText('/proc/self/mountinfo')?.split('\n') ?? [];
  const fields = lines.map((line) => line.split(' ')).find((columns) => columns[4] === mount.path);
  const event = fields ? host.readText(`/sys/dev/block/${fields[2]}/uevent`) : null;
  const name = /^DEVNAME=(.+)$/m.exec(event ?? '')?.[1];
  return name === undefined ? mount : { ...mount, device: `/dev/${name}` };
}

const hasDevice = ({ device }: Mount): boolean => device !== '' && device !== 'none';

/** A mount, and whether a disk of this machine is below it. */
export type ShownMount = Mount & MountPlace;

/** The mount table (/proc/self/mounts) without pseudo file systems, in file order, then mounts whose type contains an allowed word. */
export function shownMounts(host: Host, allowed: readonly string[]): ShownMount[] {
  const types = physicalTypes(host);
  const mounts = parseMounts(host.read('/proc/self/mounts'));
  const physical = mounts.filter((mount) => types.has(mount.type) && hasDevice(mount));
  const taken = new Set(physical.map((mount) => mount.mountPoint));
  const extra = mounts.filter(
    ({ type, mountPoint }) => !taken.has(mountPoint) && allowed.some((word) => type.includes(word)),
  );
  const placed = (some: readonly Mount[], isLocal: boolean): ShownMount[] =>
    some.map((mount) => ({ ...resolveDevice(host, mount), isLocal }));
  return [...placed(physical, true), ...placed(extra, false)];
}
