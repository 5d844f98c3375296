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

/** Returns the code of a system error, such as ENOSPC; undefined for other values. */
export function errorCode(error: unknown): string | undefined {
  const { errno, code } = Object(error) as NodeJS.ErrnoException;
  return UNNAMED.get(errno ?? 0) ?? (typeof code === 'string' ? code : undefined);
}

const hasCode =
  (...codes: readonly string[]) =>
  (error: unknown): boolean =>
    codes.includes(errorCode(error) ?? '');

/** True where there is no such file; a path below a file is none either. */
export const isAbsent = hasCode('ENOENT', 'ENOTDIR');

/** True for errors that mean that the device or process behind a kernel file is gone; another may have taken its place. */
export const isGone = hasCode('ENODEV', 'ENOENT', 'ENXIO', 'ESRCH');

/** Something else than a file is in its place: no agent wrote it. */
export const isNoFile = hasCode('EISDIR', 'EFTYPE', 'ELOOP', 'ENXIO');

/** True for errors about missing permissions. */
export const isDenied = hasCode('EACCES', 'EPERM');

/** No file, or a file of another user: it stays unreadable, however often it is tried. */
export const isUnreadable = hasCode('EISDIR', 'EFTYPE', 'ELOOP', 'ENXIO', 'EACCES', 'EPERM');

/** No more files can be opened. */
export const isExhausted = hasCode('EMFILE', 'ENFILE');

/** Says something of this process (no descriptor, no memory left), and nothing of the file. */
export const isShortage = hasCode('EMFILE', 'ENFILE', 'ENOMEM');
