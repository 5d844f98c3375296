/** File system calls for writing. Tests replace them with a failing disk. */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { followOwner } from './follow-owner.ts';
import { makeFolders } from './make-folders.ts';
import { ownPath } from './own-path.ts';
import { refuseOther } from './regular-file.ts';

const { O_CREAT, O_DIRECTORY, O_NONBLOCK } = constants;

export interface DiskStat {
  readonly size: number;
  readonly mtimeMs: number;
  readonly dev: number;
  readonly ino: number;
  readonly uid: number;
  readonly gid: number;
}

/** Tells a file from others that have had its name. */
export const inodeOf = ({ dev, ino }: Pick<DiskStat, 'dev' | 'ino'>): string => `${dev} ${ino}`;

/** An open file. Writing and reading may move fewer bytes than were asked for. */
export interface DiskFile {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesWritten: number }>;
  read(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  truncate(size: number): Promise<void>;
  datasync(): Promise<void>;
  sync(): Promise<void>;
  chmod(mode: number): Promise<void>;
  chown(uid: number, gid: number): Promise<void>;
  stat(): Promise<DiskStat>;
  close(): Promise<void>;
}

/** All reject with a system error, as `node:fs/promises` does. */
export interface Disk {
  /** Regular files only, or folders with `O_DIRECTORY`; never waits for a pipe. @param flags those of `node:fs` (`constants.O_…`) */
  open(path: string, flags: number, mode?: number): Promise<DiskFile>;
  /** Makes the folders above as well, each with mode 0700. The first that was made, undefined where all stood already. */
  mkdir(path: string): Promise<string | undefined>;
  readdir(path: string): Promise<string[]>;
  stat(path: string): Promise<DiskStat>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

export const nodeDisk: Disk = {
  async open(path, flags, mode) {
    if ((flags & O_CREAT) !== 0) await ownPath(dirname(path));
    // Without waiting for the other end of a pipe.
    const file = await open(path, flags | O_NONBLOCK, mode);
    if ((flags & O_DIRECTORY) === 0) await refuseOtherFile(file, path);
    if ((flags & O_CREAT) !== 0) await followOwner(file, dirname(path));
    return file;
  },
  async mkdir(path) {
    await ownPath(path);
    return makeFolders(path);
  },
  readdir: (path) => readdir(path),
  stat: (path) => stat(path),
  rename,
  unlink,
};

async function refuseOtherFile(file: FileHandle, path: string): Promise<void> {
  try {
    refuseOther(await file.stat(), path);
  } catch (error) {
    await file.close();
    throw error;
  }
}
