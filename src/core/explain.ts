/** Turns an error into a message that a user can act on. */
import { fileWords } from './file-words.ts';

const ABSENT = (path: string): string =>
  `${path} does not exist: this kernel lacks it, or it is not mounted where the agent runs`;

const WORDS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: ABSENT,
  ENOTDIR: ABSENT,
  EACCES: (path) =>
    `no permission to read ${path}: run the agent as root, or give it the right to read this file`,
  EPERM: (path) =>
    `no permission to read ${path}: run the agent as root, or give it the right to read this file`,
  EIO: (path) => `reading ${path} failed: the device or its driver reports an input/output error`,
  EMFILE: () => 'too many open files: raise the limit of open files for the agent (ulimit -n)',
  ENOMEM: (path) => `not enough memory to read ${path}`,
  ENFILE: () => 'too many open files on this host: raise fs.file-max',
};

export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  const words = code === undefined ? undefined : WORDS[code];
  if (words && path !== undefined) return words(path);
  const other = fileWords(error);
  if (other === null) return error.message;
  return path === undefined ? other : `${path} cannot be used: ${other}`;
}

/** Calls of the host that look for a file; what else can be missing is a program or a socket. */
const LOOKS: ReadonlySet<string> = new Set(['open', 'opendir', 'scandir', 'readlink']);

/** Returns the path in an error about a missing file or folder; null for other errors. */
export function absentPath(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  return (code === 'ENOENT' || code === 'ENOTDIR') && LOOKS.has(syscall ?? '') ? (path ?? null) : null;
}
