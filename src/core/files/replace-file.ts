/**
 * Replaces a file atomically: a draft is written and synced beside it, then renamed. The file always has its old or its new content,
 * whatever fails (`test/support/failing-disk.ts` tries every call).
 */
import { constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Disk, type DiskFile, type DiskStat, nodeDisk } from './disk.ts';
import { makeFolder } from './make-folder.ts';
import { syncFolder } from './sync-folder.ts';
import { writeAll } from './write-all.ts';

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
/** A draft that is older was left by a process that ended. */
const OLD_DRAFT_MS = 600_000;

interface ReplaceOptions {
  disk?: Disk | undefined;
  /** Root gives the new file the owner of the old one, or of the folder: a service reads what its administrator wrote. */
  isRoot?: boolean;
  /** Permissions of the file; by default its owner alone has them. */
  mode?: number;
}

/**
 * Writes a file (default: only for its owner) and creates its folder. Once resolved, the content survives a power cut. If it rejects
 * with a system error, the old content stays, unless only the last sync failed: then the new content may not survive one.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { disk = nodeDisk, isRoot = process.getuid?.() === 0, mode = 0o600 }: ReplaceOptions = {},
): Promise<void> {
  const folder = dirname(path);
  const draft = draftOf(path);
  await makeFolder(disk, folder);
  try {
    const owner = isRoot ? await ownerFor(disk, path) : null;
    await writeDraft(await disk.open(draft, NEW_FILE, mode), toBytes(content), { owner, mode });
    await disk.rename(draft, path);
  } catch (error) {
    await disk.unlink(draft).catch(() => {
      // It was never made, or the disk takes nothing at all.
    });
    throw error;
  }
  await syncFolder(disk, folder);
  await removeOldDrafts(disk, path);
}

/** A name that only has to differ from others, since a file that exists is refused: node:crypto would take 3 ms of the start. */
const draftOf = (path: string): string => {
  const number = Math.trunc(Math.random() * 2 ** 48);
  return `${path}.${number.toString(16).padStart(12, '0')}.new`;
};

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content;

async function ownerFor(disk: Disk, path: string): Promise<DiskStat> {
  try {
    return await disk.stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return disk.stat(dirname(path));
  }
}

async function writeDraft(
  file: DiskFile,
  bytes: Uint8Array,
  { owner, mode }: { owner: DiskStat | null; mode: number },
): Promise<void> {
  try {
    await writeAll(file, bytes, 0);
    // The umask may have removed some bits.
    await file.chmod(mode);
    if (owner !== null) await file.chown(owner.uid, owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Those of processes that ended while they wrote. That they stay where this fails does no harm. */
async function removeOldDrafts(disk: Disk, path: string): Promise<void> {
  const folder = dirname(path);
  const isDraft = (name: string): boolean =>
    name.startsWith(`${basename(path)}.`) && /\.[\da-f]{12}\.new$/.test(name);
  try {
    for (const name of (await disk.readdir(folder)).filter(isDraft)) {
      const { mtimeMs } = await disk.stat(`${folder}/${name}`);
      if (Math.abs(Date.now() - mtimeMs) > OLD_DRAFT_MS) await disk.unlink(`${folder}/${name}`);
    }
  } catch {
    // See above.
  }
}
