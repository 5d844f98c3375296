/** An in-memory disk that knows what would survive a power cut. */
import { constants } from 'node:fs';
import { dirname } from 'node:path';
import type { Disk, DiskFile, DiskStat } from '../../src/core/files/disk.ts';

/** Present bytes, and bytes at the last sync. */
interface Inode {
  bytes: Buffer;
  synced: Buffer;
  /** Begins with `bytes`; the rest is spare capacity, so appends need not copy the file. */
  room: Buffer | null;
  mtimeMs: number;
  /** Distinguishes it from others with the same name. */
  readonly number: number;
}

export interface MemoryDisk extends Disk {
  /** Path → content as text. */
  contents(): Record<string, string>;
  paths(): string[];
  bytesOf(path: string): Buffer;
  /**
   * The disk as it is found after a power cut: `early`, when no name got to the disk that was not synced, or `late`,
   * when all did. Bytes that were not synced are gone in both.
   */
  afterPowerCut(kind: 'early' | 'late'): MemoryDisk;
}

const { O_ACCMODE, O_CREAT, O_EXCL, O_TRUNC, O_DIRECTORY } = { O_ACCMODE: 3, ...constants };

let lastNumber = 0;

const emptyInode = (): Inode => ({
  number: (lastNumber += 1),
  bytes: Buffer.alloc(0),
  synced: Buffer.alloc(0),
  room: null,
  mtimeMs: Date.now(),
});

const problem = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code });

export function createMemoryDisk(files: Readonly<Record<string, string | Uint8Array>> = {}): MemoryDisk {
  const made = Object.entries(files).map(([path, content]): [string, Inode] => {
    const bytes = Buffer.from(content);
    return [path, { ...emptyInode(), bytes, synced: bytes }];
  });
  return diskOf(new Map(made));
}

function diskOf(inodes: Map<string, Inode>): MemoryDisk {
  /** Names at the last sync of their folder. */
  let synced = new Map(inodes);
  const folders = new Set(['/']);
  const addFolder = (path: string): string | undefined => {
    if (folders.has(path)) return undefined;
    const above = addFolder(dirname(path));
    folders.add(path);
    return above ?? path;
  };
  for (const path of inodes.keys()) addFolder(dirname(path));

  const inodeAt = (path: string): Inode => {
    const inode = inodes.get(path);
    if (inode === undefined) throw problem(folders.has(path) ? 'EISDIR' : 'ENOENT', path);
    return inode;
  };

  const syncNames = (folder: string): void => {
    synced = new Map([
      ...[...synced].filter(([path]) => dirname(path) !== folder),
      ...[...inodes].filter(([path]) => dirname(path) === folder),
    ]);
  };

  const openInode = (path: string, flags: number): Inode => {
    if (!folders.has(dirname(path))) throw problem('ENOENT', path);
    if ((flags & O_EXCL) !== 0 && inodes.has(path)) throw problem('EEXIST', path);
    if ((flags & O_CREAT) !== 0 && !inodes.has(path)) inodes.set(path, emptyInode());
    const inode = inodeAt(path);
    if ((flags & O_TRUNC) !== 0)
      Object.assign(inode, { ...emptyInode(), number: inode.number, synced: inode.synced });
    return inode;
  };

  return {
    async open(path, flags) {
      if ((flags & O_DIRECTORY) === 0) return fileOf(openInode(path, flags), (flags & O_ACCMODE) !== 0);
      if (!folders.has(path)) throw problem('ENOENT', path);
      return folderOf(() => syncNames(path));
    },
    async mkdir(path) {
      if (inodes.has(path)) throw problem('EEXIST', path);
      return addFolder(path);
    },
    async readdir(path) {
      if (!folders.has(path)) throw problem('ENOENT', path);
      return [...inodes.keys(), ...folders]
        .filter((other) => other !== path && dirname(other) === path)
        .map((other) => other.slice(other.lastIndexOf('/') + 1));
    },
    stat: async (path) => statOf(folders.has(path) ? null : inodeAt(path)),
    async rename(from, to) {
      inodes.set(to, inodeAt(from));
      inodes.delete(from);
    },
    async unlink(path) {
      inodeAt(path);
      inodes.delete(path);
    },
    contents: () => Object.fromEntries([...inodes].map(([path, { bytes }]) => [path, bytes.toString()])),
    paths: () => [...inodes.keys()],
    bytesOf: (path) => inodeAt(path).bytes,
    afterPowerCut(kind) {
      const survivors = [...(kind === 'early' ? synced : inodes)].map(([path, inode]): [string, Inode] => [
        path,
        { ...inode, bytes: inode.synced, room: null },
      ]);
      return diskOf(new Map(survivors));
    },
  };
}

const statOf = (inode: Inode | null): DiskStat => ({
  size: inode?.bytes.length ?? 0,
  mtimeMs: inode?.mtimeMs ?? 0,
  dev: 0,
  ino: inode?.number ?? 0,
  uid: 0,
  gid: 0,
});

function fileOf(inode: Inode, isWritable: boolean): DiskFile {
  const sync = async (): Promise<void> => {
    inode.synced = inode.bytes;
  };
  /** Synced bytes stay unchanged: they are copied before any write other than an append. */
  const resize = (size: number, isAppended: boolean): Buffer => {
    if (!isWritable) throw problem('EBADF', 'opened for reading');
    inode.mtimeMs = Date.now();
    if (!isAppended || inode.room === null || size > inode.room.length) {
      inode.room = Buffer.alloc(isAppended ? 2 * size : size);
      inode.bytes.copy(inode.room);
    }
    return inode.room.subarray(0, size);
  };
  return {
    async write(bytes, offset, length, position) {
      const { length: before } = inode.bytes;
      const next = resize(Math.max(before, position + length), position === before);
      next.set(bytes.subarray(offset, offset + length), position);
      inode.bytes = next;
      return { bytesWritten: length };
    },
    read: async (bytes, offset, length, position) => ({
      bytesRead: inode.bytes.copy(bytes, offset, position, position + length),
    }),
    async truncate(size) {
      inode.bytes = resize(size, false);
    },
    sync,
    datasync: sync,
    chmod: async () => {},
    chown: async () => {},
    stat: async () => statOf(inode),
    close: async () => {},
  };
}

/** Of a folder only the names can be synced. */
const folderOf = (syncNames: () => void): DiskFile => ({
  ...fileOf(emptyInode(), false),
  sync: async () => syncNames(),
});
