import { errorCode } from './error-code.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission',
  EISDIR: 'it is a directory',
  ENOTDIR: 'it is not a folder, or a part of its path is not',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EIO: 'the disk reports an error',
};

/** Words for an error of the file system. */
export const reasonOf = (error: unknown): string =>
  REASONS[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
