/** The file system on which a history would be kept. */
import { readFileSync } from 'node:fs';
import { parseMounts } from '../../measure/linux/mounts.ts';

/** Other machines write there, too, and a lock by process tells nothing of theirs. */
const SHARED = /^(?:nfs|cifs|smb|ceph|afs$|lustre|beegfs|gfs2|ocfs2|fuse\.(?:sshfs|glusterfs|ceph|s3fs))/;

/** Type of the file system of a path, as the kernel names it; null where that is not known. Asks the file system nothing: it may hang. */
export function fileSystemOf(path: string, mounts = readMounts()): string | null {
  const above = parseMounts(mounts).filter(
    ({ path: at }) => at === '/' || path === at || path.startsWith(`${at}/`),
  );
  // The last mount covers those before it.
  return (
    above.reduce<(typeof above)[number] | null>(
      (best, each) => (best === null || each.path.length >= best.path.length ? each : best),
      null,
    )?.type ?? null
  );
}

/** A warning where the folder ends with its container; null elsewhere. */
export const volatileFolder = (path: string, mounts = readMounts()): string | null =>
  fileSystemOf(path, mounts) === 'overlay'
    ? `The history in ${path} ends with this container: mount a volume there to keep it.`
    : null;

/** Why a folder that nobody chose is not used; null where it can be. */
export function sharedFolder(path: string, mounts = readMounts()): string | null {
  const type = fileSystemOf(path, mounts) ?? '';
  return SHARED.test(type)
    ? `${path} is on a network file system (${type}), where several machines could write to it: set folder= in [archive] to a folder that this machine has for itself`
    : null;
}

function readMounts(): Uint8Array {
  try {
    return readFileSync('/proc/self/mounts');
  } catch {
    return new Uint8Array();
  }
}
