/** Examines the file system of a history. */
import { readFileSync } from 'node:fs';
import { parseMounts } from '../../measure/linux/mounts.ts';
import { orNull } from '../../core/or-null.ts';

/** Shared file systems: a lock by process does not cover other machines. */
const SHARED = /^(?:nfs|cifs|smb|ceph|afs$|lustre|beegfs|gfs2|ocfs2|fuse\.(?:sshfs|glusterfs|ceph|s3fs))/;

/** Returns the kernel's type of a path's file system; null if unknown. Does not access the file system, which may hang. */
export function fileSystemOf(path: string, mounts = readMounts()): string | null {
  const above = parseMounts(mounts).filter(
    ({ path: at }) => at === '/' || path === at || path.startsWith(`${at}/`),
  );
  // The last mount hides earlier ones.
  return (
    above.reduce<(typeof above)[number] | null>(
      (best, each) => (best === null || each.path.length >= best.path.length ? each : best),
      null,
    )?.type ?? null
  );
}

/** A warning if the folder is lost with its container; null otherwise. */
export const volatileFolder = (path: string, mounts = readMounts()): string | null =>
  fileSystemOf(path, mounts) === 'overlay'
    ? `The history in ${path} ends with this container: mount a volume there to keep it.`
    : null;

/** Why a default folder is not used; null: it is. */
export function sharedFolder(path: string, mounts = readMounts()): string | null {
  const type = fileSystemOf(path, mounts) ?? '';
  return SHARED.test(type)
    ? `${path} is on a network file system (${type}), where several machines could write to it: set folder= in [archive] to a folder that this machine has for itself`
    : null;
}

function readMounts(): Uint8Array {
  // Without the table of mounts no warning is given.
  return orNull(() => readFileSync('/proc/self/mounts')) ?? new Uint8Array();
}
