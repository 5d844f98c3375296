/**
 * Thrown by a read that may block and has not been made in the thread pool yet. It says nothing about the file: code that handles
 * errors of reading passes it on, and the whole reading is repeated with what has been fetched.
 */
export class NotFetched extends Error {
  override readonly name = 'NotFetched';

  constructor(path: string) {
    super(`${path} has not been fetched`);
  }
}

/** Passes on what says nothing about a file. For handlers of errors that keep what they concluded. */
export function passNotFetched(error: unknown): void {
  if (error instanceof NotFetched) throw error;
}
