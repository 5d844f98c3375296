/** Why an archive cannot be written, in words. */
import { constants } from 'node:os';
import { explain } from '../core/explain.ts';
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

export const isFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC' || isOverQuota(error);

export const isOverQuota = (error: unknown): boolean => codeOf(error) === 'EDQUOT';

export const failureOf = (path: string, error: unknown): ArchiveStatus => ({
  state: isFull(error) ? 'full' : 'failing',
  reason: `${path} cannot be written: ${WORDS[codeOf(error)] ?? explain(error)}`,
});

/** Node.js has no name for EDQUOT: its code is `Unknown system error -122`. */
function codeOf(error: unknown): string {
  const { errno, code = '' } = error as NodeJS.ErrnoException;
  return errno === -constants.errno.EDQUOT ? 'EDQUOT' : code;
}
