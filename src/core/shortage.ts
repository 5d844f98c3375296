const CODES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** True for errors that say something of this process (no descriptor, no memory left), and nothing of the file. */
export const isShortage = (error: unknown): boolean =>
  error instanceof Error && CODES.has((error as NodeJS.ErrnoException).code);
