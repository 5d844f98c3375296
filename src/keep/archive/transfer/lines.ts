/** Reads lines of a file or of standard input. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Opened on the first read: lines that `readline` reads ahead would be lost. Rejects with the input's error. */
export async function* linesOf(open: () => Readable): AsyncGenerator<string> {
  yield* createInterface({ input: open(), crlfDelay: Number.POSITIVE_INFINITY });
}
