/** Encodes pieces of JSON text as bytes, in time slices. */
import type { MaybePromise } from '../../core/plugin.ts';
import { inSlices, type Slice } from '../../core/slice.ts';
import type { Steps } from '../../core/steps.ts';

/** JSON text in parts, each of which is quick to create. */
export type Pieces = Iterable<string>;

/** Characters that are encoded together. */
const CHUNK = 64 * 1024;

/** Done at once if it takes less than a slice. */
export const render = (pieces: Pieces, slice?: Slice): MaybePromise<Buffer> =>
  inSlices(encoded(pieces), slice);

function* encoded(pieces: Pieces): Steps<Buffer> {
  const chunks: Buffer[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length >= CHUNK) {
      chunks.push(Buffer.from(text));
      text = '';
    }
    yield;
  }
  const last = Buffer.from(text);
  return chunks.length === 0 ? last : Buffer.concat([...chunks, last]);
}
