const CODES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** The error of a shortage, also where another error wraps it; null: it is none. */
export function shortageIn(error: unknown): Error | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (isShortage(inner)) return inner;
  return null;
}

/** True for errors that say something of this process (no descriptor, no memory left), and nothing of the file. */
export const isShortage = (error: unknown): boolean =>
  error instanceof Error && CODES.has((error as NodeJS.ErrnoException).code);
