/** Turns an error into a message that a user can act on. */
import { fileWords } from './file-words.ts';
import type { Phrase } from './phrase.ts';
import { inEnglish, named, type Said, SaidError, say, verbatim } from './said.ts';

const ABSENT: Phrase =
  '{path} does not exist: this kernel lacks it, or it is not mounted where the agent runs';
const DENIED: Phrase =
  'no permission to read {path}: run the agent as root, or give it the right to read this file';

const WORDS: Readonly<Record<string, Phrase>> = {
  ENOENT: ABSENT,
  ENOTDIR: ABSENT,
  EACCES: DENIED,
  EPERM: DENIED,
  EIO: 'reading {path} failed: the device or its driver reports an input/output error',
  EMFILE: 'too many open files: raise the limit of open files for the agent (ulimit -n)',
  ENOMEM: 'not enough memory to read {path}',
  ENFILE: 'too many open files on this host: raise fs.file-max',
};

export const explain = (error: unknown): string => inEnglish(explained(error));

export function explained(error: unknown): Said {
  if (!(error instanceof Error)) return verbatim(String(error));
  if (error instanceof SaidError) return error.said;
  const { code, path } = error as NodeJS.ErrnoException;
  const words = code === undefined ? undefined : WORDS[code];
  if (words && path !== undefined) return say(words, { path });
  const other = fileWords(error);
  if (other === null) return verbatim(error.message);
  return path === undefined
    ? named(other)
    : say('{path} cannot be used: {reason}', { path, reason: named(other) });
}

/** Calls of the host that look for a file; what else can be missing is a program or a socket. */
const LOOKS: ReadonlySet<string> = new Set(['open', 'opendir', 'scandir', 'readlink']);

/** Returns the path in an error about a missing file or folder; null for other errors. */
export function absentPath(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  return (code === 'ENOENT' || code === 'ENOTDIR') && LOOKS.has(syscall ?? '') ? (path ?? null) : null;
}
