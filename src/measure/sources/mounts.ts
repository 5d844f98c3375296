/** Which mounted file systems are shown. */
import type { Host, MountPlace } from '../../core/host.ts';
import { parseFilesystems } from '../linux/filesystems.ts';
import { type Mount, parseMounts } from '../linux/mounts.ts';
import { createWhose, type Whose } from './whose.ts';

/** Types with a disk or flash below them that the kernel does not count, since its name is not that of a block device. */
const NAMED_OTHERWISE = ['zfs', 'ubifs'];

function physicalTypes(host: Host): Set<string> {
  return new Set([...parseFilesystems(host.read('/proc/filesystems')), ...NAMED_OTHERWISE]);
}

/** Names under which early user space mounted the root file system, before its device had one. */
const ROOT_ALIASES = new Set(['/dev/root', 'rootfs']);

/**
 * Resolves the device of such a name: number from /proc/self/mountinfo (`36 35 8:1 / / rw …`), name from
 * /sys/dev/block/8:1/uevent. Returns the name itself if it is unknown.
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

/** Without space of their own. */
const EMPTY_ROOTS = new Set(['ramfs', 'rootfs']);

/** A machine's own root is shown whatever its type: an overlay, flash, or a share of a server. In a container it is the engine's. */
const isOwnRoot = ({ path, type }: Mount, { isContainer, isGuest }: Whose): boolean =>
  path === '/' && (isGuest || !isContainer) && !EMPTY_ROOTS.has(type);

/** Tells files that are bound into a container from file systems, once for as long as a mount point is in use. */
function createFileTest(
  host: Host,
  whose: () => Whose,
): (mounts: readonly Mount[]) => (mount: Mount) => boolean {
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
 * Returns a function that reads the mount table (/proc/self/mounts): the root, and others without pseudo file systems, covered mounts
 * and files bound into a container, in file order, then mounts whose type contains an allowed word.
 */
export function createShownMounts(host: Host, allowed: readonly string[]): () => ShownMount[] {
  const whose = createWhose(host);
  const fileTest = createFileTest(host, whose);
  return () => shownMounts(host, allowed, whose(), fileTest);
}

function shownMounts(
  host: Host,
  allowed: readonly string[],
  whose: Whose,
  fileTest: ReturnType<typeof createFileTest>,
): ShownMount[] {
  const types = physicalTypes(host);
  const isPhysical = (mount: Mount): boolean => types.has(mount.type) && hasDevice(mount);
  const mounts = upperOnes(parseMounts(host.read('/proc/self/mounts')));
  const isFile = fileTest(mounts);
  const usual = mounts.filter((mount) => (isPhysical(mount) || isOwnRoot(mount, whose)) && !isFile(mount));
  const taken = new Set(usual.map((mount) => mount.mountPoint));
  const extra = mounts.filter(
    ({ type, mountPoint }) => !taken.has(mountPoint) && allowed.some((word) => type.includes(word)),
  );
  return [...usual, ...extra].map((mount) => ({ ...resolveDevice(host, mount), isLocal: isPhysical(mount) }));
}
