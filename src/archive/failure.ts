/** Why an archive cannot be written, in words. */
import { explain } from '../core/explain.ts';
import { errorCode } from '../files/error-code.ts';
import type { ArchiveStatus } from './setup.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  EROFS: 'its file system is read-only',
  EACCES: 'this user has no permission to write there',
  EPERM: 'this user has no permission to write there',
  EIO: 'the disk or its driver reports an input/output error',
  ELOOP: 'there is a symbolic link in the place of a file',
};

export const isFull = (error: unknown): boolean => errorCode(error) === 'ENOSPC' || isOverQuota(error);

export const isOverQuota = (error: unknown): boolean => errorCode(error) === 'EDQUOT';

export const failureOf = (path: string, error: unknown): ArchiveStatus => ({
  state: isFull(error) ? 'full' : 'failing',
  reason: `${path} cannot be written: ${WORDS[errorCode(error) ?? ''] ?? explain(error)}`,
});
