/** Aborts replies whose client reads too slowly: each piece has a deadline. */

/** For 64 KiB of text, beyond what the kernel takes. */
const PIECE_MS = 30_000;

/** @param onLate the client has not taken a piece in time */
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
