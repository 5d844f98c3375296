/** Reads lines of a file or of standard input. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Opened with the first line that is asked for: what `readline` has read before that is lost.
 * Rejects with the error of the input.
 */
export async function* linesOf(open: () => Readable): AsyncGenerator<string> {
  yield* createInterface({ input: open(), crlfDelay: Number.POSITIVE_INFINITY });
}
