const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** True when a file could not be read because its process has ended. */
export const isGone = (error: unknown): boolean => ['ENOENT', 'ESRCH'].includes(codeOf(error));

/** The file does not exist. */
export const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** True when the kernel refused for lack of permission. */
export const isDenied = (error: unknown): boolean => ['EACCES', 'EPERM'].includes(codeOf(error));

/** No more files can be opened. */
export const isExhausted = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(codeOf(error));
