import { constants } from 'node:os';

/** The code of a system error, such as ENOSPC. Node.js has no name for EDQUOT and says `Unknown system error -122`. */
export function errorCode(error: unknown): string | undefined {
  const { errno, code } = error as NodeJS.ErrnoException;
  return errno === -constants.errno.EDQUOT ? 'EDQUOT' : code;
}

/** True where there is no such file; a path below a file is none either. */
export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
