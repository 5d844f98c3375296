/** Turns an error into words a user can act on. */

const WORDS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `${path} does not exist: this kernel lacks it, or it is not mounted where the agent runs`,
  ENOTDIR: (path) =>
    `${path} does not exist: this kernel lacks it, or it is not mounted where the agent runs`,
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
  return words && path !== undefined ? words(path) : error.message;
}
