/** Words for errors of the file system: no code such as EISDIR reaches users. */

const LINK = 'a symbolic link, or a loop of links, is in its place';
const LIMIT = 'too many files are open';
const PERMISSION = 'no permission';
const UNSUPPORTED = 'the file system does not support this';
const BROKEN = 'the file system is damaged: check it';

const WORDS: Readonly<Record<string, string>> = {
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  ENOENT: 'there is no such file',
  ENOTDIR: 'it is not a folder, or a part of its path is not',
  EISDIR: 'it is a directory',
  EFTYPE: 'it is no regular file',
  ELOOP: LINK,
  EMLINK: LINK,
  ENAMETOOLONG: 'its name is too long',
  EEXIST: 'it exists already',
  ENOTEMPTY: 'a folder that is not empty is in its place',
  EBUSY: 'it is in use, or a file system is mounted there',
  ETXTBSY: 'it is a program that runs',
  EXDEV: 'its old and its new place are on different file systems',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  EFBIG: 'it is larger than the file system or a limit of this process allows',
  EOVERFLOW: 'it is too large',
  EIO: 'the disk or its driver reports an input/output error',
  EREMOTEIO: 'the disk or its driver reports an input/output error',
  EUCLEAN: BROKEN,
  EBADMSG: BROKEN,
  EMFILE: `${LIMIT} for this process: raise its limit (ulimit -n)`,
  ENFILE: `${LIMIT} on this host: raise fs.file-max`,
  ENOMEM: 'there is not enough memory',
  ENOBUFS: 'there is not enough memory',
  ENXIO: 'it is a socket, a missing device, or a pipe that nothing reads',
  ENODEV: 'there is no such device',
  EPIPE: 'nothing reads the pipe',
  ESPIPE: 'it is a pipe or a device, not a file',
  EINVAL: UNSUPPORTED,
  ENOTSUP: UNSUPPORTED,
  EOPNOTSUPP: UNSUPPORTED,
  ENOSYS: UNSUPPORTED,
  EBADF: 'it is closed already',
  EAGAIN: 'it is busy',
  EINTR: 'the call was interrupted',
  ECANCELED: 'the call was cancelled',
  ETIMEDOUT: 'the file system does not answer',
  EHOSTDOWN: 'the server of the file system does not answer',
  ENOTCONN: 'the file system is no longer connected: mount it again',
  ESTALE: 'the server of the file system has forgotten it: mount it again',
  ENOLCK: 'the file system has no locks left',
  EDEADLK: 'another process locks it',
  ENOKEY: 'it is encrypted, and its key is missing',
  EKEYEXPIRED: 'it is encrypted, and its key has expired',
};

/** `EISDIR: illegal operation on a directory, read`, as Node.js words them. */
const RAW = /^(E[A-Z\d]+|UNKNOWN)(?:: ([^,]+)|$)/;
const UNNAMED = /^Unknown system error -(\d+)/;

/** An error of Gander about a file, with words for people and the code of a similar system error. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: string;
  readonly path: string | undefined;
  constructor(code: string, message: string, path?: string) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

/** Null for other errors, whose message is for people. @param code of an error that is known to be about a file */
export function fileWords(error: unknown, code?: string): string | null {
  if (!(error instanceof Error) || error instanceof FileError) return null;
  const [, named, meaning] = RAW.exec(error.message) ?? [];
  const [, number] = UNNAMED.exec(error.message) ?? [];
  const words = WORDS[code ?? named ?? ''] ?? meaning;
  return words ?? (number === undefined ? null : `the system reports error ${number}`);
}
