/** Aborts replies whose client reads too slowly: each piece has a deadline. */

/** Size of a piece: 64 KiB of text, beyond the kernel's buffer. */
const PIECE_MS = 30_000;

/** @param onLate called if the client has not read a piece in time */
export async function* inTime(texts: AsyncIterable<string>, onLate: () => void): AsyncGenerator<string> {
  for await (const text of texts) {
    const timer = setTimeout(onLate, PIECE_MS);
    try {
      yield text;
    } finally {
      clearTimeout(timer);
    }
  }
}
