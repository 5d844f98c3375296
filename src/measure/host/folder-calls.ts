import { type Dir, lstat, opendir, stat, type Stats } from 'node:fs';
import type { FolderCalls, FolderEntry } from './folder-size.ts';

/** Entries per kernel call. */
const ENTRIES_AT_ONCE = 256;
// Known to Node, not to its type definitions.
const BYTES = 'buffer' as BufferEncoding;

/** File system calls of a walk, with names as bytes. Callbacks cost half of `fs.promises`. */
export const folderCalls: FolderCalls = {
  openFolder: (path) =>
    new Promise((resolve, reject) => {
      opendir(path as unknown as string, { encoding: BYTES, bufferSize: ENTRIES_AT_ONCE }, (error, folder) =>
        error ? reject(error) : resolve(opened(folder)),
      );
    }),
  stat: (path) => new Promise((resolve, reject) => stat(path, settle(resolve, reject))),
  lstat: (path) => new Promise((resolve, reject) => lstat(path, settle(resolve, reject))),
};

const opened = (folder: Dir) => ({
  read: () =>
    new Promise<FolderEntry | null>((resolve, reject) => {
      folder.read((error, entry) =>
        error ? reject(error) : resolve(entry as unknown as FolderEntry | null),
      );
    }),
  close: () => folder.close(),
});

const settle =
  (resolve: (stats: Stats) => void, reject: (error: Error) => void) =>
  (error: Error | null, stats: Stats): void =>
    error ? reject(error) : resolve(stats);
