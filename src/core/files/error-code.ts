import { constants } from 'node:os';

/** Codes without a name in Node.js, which says `Unknown system error -122`. Those that `node:os` lacks are the same on all platforms. */
const UNNAMED: ReadonlyMap<number, string> = new Map([
  [-constants.errno.EDQUOT, 'EDQUOT'],
  [-constants.errno.ESTALE, 'ESTALE'],
  [-constants.errno.EBADMSG, 'EBADMSG'],
  [-117, 'EUCLEAN'],
  [-126, 'ENOKEY'],
  [-127, 'EKEYEXPIRED'],
]);

/** The code of a system error, such as ENOSPC. */
export function errorCode(error: unknown): string | undefined {
  const { errno, code } = error as NodeJS.ErrnoException;
  return UNNAMED.get(errno ?? 0) ?? code;
}

/** True where there is no such file; a path below a file is none either. */
export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');

/** Something else than a file is in its place: no agent wrote it. */
export const isNoFile = (error: unknown): boolean =>
  ['EISDIR', 'EFTYPE', 'ELOOP', 'ENXIO'].includes(errorCode(error) ?? '');

/** No file, or a file of another user: it stays unreadable, however often it is tried. */
export const isUnreadable = (error: unknown): boolean =>
  isNoFile(error) || ['EACCES', 'EPERM'].includes(errorCode(error) ?? '');
