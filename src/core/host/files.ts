/** Below a mounted file system. */
export interface MountPlace {
  readonly device: string;
  /** A disk of this machine, not a server. */
  readonly isLocal: boolean;
}

/**
 * Files of the watched host by its own paths (`/proc/stat`, `/etc/passwd`), which the implementation maps below its root. Errors are
 * Node's system errors (`code`: `ENOENT`, `EACCES`, `ESRCH`, …).
 */
export interface Files {
  /**
   * Returns the content of a file in a buffer that the next `read` overwrites: parse at once, keep nothing. Throws a system
   * error; `EFBIG` above 16 MiB.
   */
  read(path: string): Uint8Array;
  /** Like {@link read}, but at most the first `bytes` bytes: for files whose size others control. */
  readHead(path: string, bytes: number): Uint8Array;
  /**
   * Like {@link read}, with its own buffer, on another thread: for tables of short rows that take the kernel milliseconds, and
   * for files that may block forever. Rejects with a system error.
   * @param bytes longest prefix to read; default: all
   */
  readApart(path: string, bytes?: number): Promise<Uint8Array>;
  /** Announces reads, so that those which may block are made together instead of one after the other. */
  expect?(paths: readonly string[]): void;
  /**
   * Returns the content of a small text file without its trailing line end; null if unreadable. Throws if this process lacks
   * descriptors or memory, which says nothing about the file.
   */
  readText(path: string): string | null;
  /**
   * Like {@link read}, from a file below /proc or /sys that stays open for the next call. A removed device has the same errors as
   * for a newly opened file.
   */
  readKept(path: string): Uint8Array;
  /** Closes a file that {@link readKept} has left open: it is not read again for a while, or its name has come to mean another one. */
  release(path: string): void;
  /** Opens a file whose content is read again and again (`/proc/<pid>/stat`). The caller closes it. */
  open(path: string): OpenFile;
  /** Names in a directory, unsorted. */
  list(path: string): string[];
  /** Yields the names in a directory as they are read, for directories with thousands of entries. */
  names(path: string): Iterable<string>;
  /** Returns the target of a symbolic link as stored. */
  readLink(path: string): string;
  /**
   * Capacity of the file system mounted at `path`. Rejects after `timeoutMs`; a mount or device that still hangs from an earlier
   * call is refused at once, so dead mounts never pile up.
   * @param place default: a remote server
   */
  statfs(path: string, timeoutMs: number, place?: MountPlace): Promise<FileSystemCapacity>;
  /**
   * Size of a folder including all folders and mounts below it. Links to folders are not followed, links to files count as their
   * target. Has no time limit, one call at a time; a walk that hangs is aborted and its mount refused until it answers. Never
   * rejects.
   */
  folderSize(path: string): Promise<FolderSize>;
  /**
   * When the entry of a folder that was modified last was, in milliseconds since the epoch; 0: it is empty. Reads 10,000 entries, and
   * does not go into folders. Rejects with a system error.
   */
  newestIn(path: string): Promise<number>;
}

/** A file kept open; every read starts at its beginning. */
export interface OpenFile {
  /** Content now, in the same shared buffer as {@link Files.read}. Throws `ESRCH` when the process has gone. */
  read(): Uint8Array;
  close(): void;
}

/** Used fields of statvfs(3), in units of `blockSize` bytes. */
export interface FileSystemCapacity {
  blockSize: number;
  blocks: number;
  blocksFree: number;
  blocksAvailable: number;
  /** Inodes; 0 where the file system has no fixed number of them. */
  files: number;
  filesFree: number;
}

export interface FolderSize {
  /** Sum of the sizes of all files, as they state them; null when the file system does not answer. */
  bytes: number | null;
  /** Number of the last system error (2: ENOENT, 13: EACCES); 0 if everything was readable. */
  errno: number;
}
