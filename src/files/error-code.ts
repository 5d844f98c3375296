import { constants } from 'node:os';

/** The code of a system error, such as ENOSPC. Node.js has no name for EDQUOT and says `Unknown system error -122`. */
export function errorCode(error: unknown): string | undefined {
  const { errno, code } = error as NodeJS.ErrnoException;
  return errno === -constants.errno.EDQUOT ? 'EDQUOT' : code;
}
