/** Below a mounted file system. */
export interface MountPlace {
  readonly device: string;
  /** A disk of this machine, not a server. */
  readonly isLocal: boolean;
}

/**
 * Files of the watched host. Paths are its own (`/proc/stat`, `/etc/passwd`); the implementation maps them below its root.
 * Errors are Node's system errors (`code` is `ENOENT`, `EACCES`, `ESRCH`, …).
 */
export interface Files {
  /**
   * The bytes of a file, read at once into a buffer that the next `read` overwrites: parse at once, keep nothing.
   * Throws a system error; `EFBIG` when the file is larger than 16 MiB.
   */
  read(path: string): Uint8Array;
  /** The same of at most the first `bytes` bytes, for files whose size others choose. */
  readHead(path: string, bytes: number): Uint8Array;
  /**
   * The same as {@link read}, with its own bytes, on another thread: for tables of short rows that take the kernel milliseconds to make.
   * Rejects with a system error.
   */
  readApart(path: string): Promise<Uint8Array>;
  /**
   * The content of a small text file without its trailing line end, or null when it cannot be read. Throws where this process
   * lacks descriptors or memory: that says nothing of the file.
   */
  readText(path: string): string | null;
  /**
   * As {@link read}, from a file below /proc or /sys that stays open for the next reader. Errors of a device that has
   * gone are those of a file that was opened for it.
   */
  readKept(path: string): Uint8Array;
  /** Closes a file that {@link readKept} has left open: it is not read again for a while, or its name has come to mean another one. */
  release(path: string): void;
  /** Opens a file whose content is read again and again (`/proc/<pid>/stat`). The caller closes it. */
  open(path: string): OpenFile;
  /** Names in a directory, unsorted. */
  list(path: string): string[];
  /** The same for directories with thousands of entries: read part by part while the caller walks along. */
  names(path: string): Iterable<string>;
  /** The target of a symbolic link, as the link states it. */
  readLink(path: string): string;
  /**
   * Capacity of the file system mounted at `path`. Rejects when it does not answer within `timeoutMs`; a mount or a device
   * that still hangs from an earlier call is refused at once, so that dead mounts never pile up.
   * @param place default: a server elsewhere
   */
  statfs(path: string, timeoutMs: number, place?: MountPlace): Promise<FileSystemCapacity>;
  /**
   * Size of a folder with all folders below it, mounted ones too. Links to folders are not followed, links to files
   * count as what they lead to. Takes as long as it takes, with one call at a time; a walk that hangs is aborted and its mount
   * refused until it answers again. Never rejects.
   */
  folderSize(path: string): Promise<FolderSize>;
}

/** A file kept open; every read starts at its beginning. */
export interface OpenFile {
  /** Content now, in the same shared buffer as {@link Files.read}. Throws `ESRCH` when the process has gone. */
  read(): Uint8Array;
  close(): void;
}

/** The fields of statvfs(3) that matter here, in units of `blockSize` bytes. */
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
  /** The kernel's number of the last error met (2: does not exist, 13: no permission); 0 when all could be read. */
  errno: number;
}
