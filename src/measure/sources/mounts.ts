/** Which mounted file systems are shown. */
import type { Host, MountPlace } from '../../core/host.ts';
import { parseFilesystems } from '../linux/filesystems.ts';
import { type Mount, parseMounts } from '../linux/mounts.ts';
import { createWhose } from './whose.ts';

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

/** Of mounts on one mount point only the last is reachable. */
function upperOnes(mounts: readonly Mount[]): Mount[] {
  const upper = new Map(mounts.map((mount) => [mount.path, mount]));
  return mounts.filter((mount) => upper.get(mount.path) === mount);
}

/** A file's name, where nothing but the name can be read. */
const FILE_NAME = /\/(?:hosts|hostname|[^/]+\.\w{1,5})$/;

/** Tells files that are bound into a container from file systems, once for as long as a mount point is in use. */
function createFileTest(host: Host): (mounts: readonly Mount[]) => (mount: Mount) => boolean {
  const whose = createWhose(host);
  const known = new Map<string, boolean>();
  const look = (path: string): boolean => {
    try {
      // The first name is enough, however many there are.
      for (const _ of host.names(path)) break;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOTDIR' || FILE_NAME.test(path);
    }
    return false;
  };
  return (mounts) => {
    if (!whose().isContainer) return () => false;
    const paths = new Set(mounts.map(({ path }) => path));
    for (const path of known.keys()) if (!paths.has(path)) known.delete(path);
    return ({ path }) => {
      let isFile = known.get(path);
      if (isFile === undefined) known.set(path, (isFile = look(path)));
      return isFile;
    };
  };
}

/**
 * Returns a function that reads the mount table (/proc/self/mounts) without pseudo file systems, covered mounts and files bound into a
 * container, in file order, then mounts whose type contains an allowed word.
 */
export function createShownMounts(host: Host, allowed: readonly string[]): () => ShownMount[] {
  const fileTest = createFileTest(host);
  return () => shownMounts(host, allowed, fileTest);
}

function shownMounts(
  host: Host,
  allowed: readonly string[],
  fileTest: ReturnType<typeof createFileTest>,
): ShownMount[] {
  const types = physicalTypes(host);
  const mounts = upperOnes(parseMounts(host.read('/proc/self/mounts')));
  const isFile = fileTest(mounts);
  const physical = mounts.filter((mount) => types.has(mount.type) && hasDevice(mount) && !isFile(mount));
  const taken = new Set(physical.map((mount) => mount.mountPoint));
  const extra = mounts.filter(
    ({ type, mountPoint }) => !taken.has(mountPoint) && allowed.some((word) => type.includes(word)),
  );
  const placed = (some: readonly Mount[], isLocal: boolean): ShownMount[] =>
    some.map((mount) => ({ ...resolveDevice(host, mount), isLocal }));
  return [...placed(physical, true), ...placed(extra, false)];
}
