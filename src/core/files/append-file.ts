/** A file that only grows: each append is there as a whole, or not at all. */
import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { type Disk, type DiskFile, inodeOf, nodeDisk } from './disk.ts';
import { isAbsent } from './error-code.ts';
import { makeFolder } from './make-folder.ts';
import { syncFolder } from './sync-folder.ts';
import { writeAll } from './write-all.ts';

const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;

export interface AppendFile {
  /** Bytes that are good: of the file as it was opened, and of every append that resolved. */
  readonly size: number;
  /** False when its path leads elsewhere: the file, or a folder above it, was removed or replaced. Rejects with a system error. */
  isInPlace(): Promise<boolean>;
  /** Appends all bytes or none; rejects with a system error. Calls on one file must not overlap. */
  append(bytes: Uint8Array): Promise<void>;
  /**
   * Everything appended before survives a power cut. When it rejects, the file is cut to its last synced size (the kernel forgets
   * failed writes, and the next sync would not report them): append the rest again.
   */
  sync(): Promise<void>;
  close(): Promise<void>;
  /** Syncs and closes for callers that cannot append again: appended data stay as far as the disk has them. Never rejects. */
  end(): Promise<void>;
}

interface AppendOptions {
  disk?: Disk;
  /** Bytes of the file that are good; what follows is cut off. Without it all of them. */
  size?: number;
}

/** Opens a file, or makes it and its folder, for its owner only. */
export async function openAppendFile(
  path: string,
  { disk = nodeDisk, size: good }: AppendOptions = {},
): Promise<AppendFile> {
  await makeFolder(disk, dirname(path));
  const file = await disk.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const found = await file.stat();
    const size = Math.min(good ?? found.size, found.size);
    if (size < found.size) await file.truncate(size);
    await syncFolder(disk, dirname(path));
    return appendTo(file, size, () => isAt(disk, path, inodeOf(found)));
  } catch (error) {
    await file.close();
    throw error;
  }
}

const isAt = (disk: Disk, path: string, inode: string): Promise<boolean> =>
  disk.stat(path).then(
    (found) => inodeOf(found) === inode,
    (error) => {
      if (isAbsent(error)) return false;
      throw error;
    },
  );

function appendTo(file: DiskFile, start: number, isInPlace: () => Promise<boolean>): AppendFile {
  let size = start;
  let synced = start;
  /** True while bytes of an append that failed may stand behind the good ones. */
  let isTorn = false;

  const cut = async (): Promise<void> => {
    await file.truncate(size);
    isTorn = false;
  };
  /** Rejects with the reason, the bytes behind `size` gone. */
  const fail = async (reason: unknown): Promise<never> => {
    isTorn = true;
    await cut().catch(() => {
      // The next append tries again; until then a reader finds the damage by its checksums.
    });
    throw reason;
  };

  return {
    get size() {
      return size;
    },
    isInPlace,
    async append(bytes) {
      if (isTorn) await cut();
      await writeAll(file, bytes, size).catch(fail);
      size += bytes.length;
    },
    async sync() {
      await file.datasync().catch((error) => {
        size = synced;
        return fail(error);
      });
      synced = size;
    },
    close: () => file.close(),
    async end() {
      // A power cut may lose what could not be synced; cutting it off here would lose it for certain.
      await file.datasync().catch(() => {});
      await file.close().catch(() => {});
    },
  };
}
