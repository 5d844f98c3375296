/** Encodes pieces of JSON text as bytes, in time slices. */
import type { MaybePromise } from '../../core/plugin.ts';
import type { Slice } from '../../core/time-slicer.ts';

/** JSON text in parts, each of which is quick to create. */
export type Pieces = Iterable<string>;

/** Done at once if it takes less than a slice. */
export function render(pieces: Pieces, slice: Slice): MaybePromise<Buffer> {
  const iterator = pieces[Symbol.iterator]();
  const first = fill(iterator, slice);
  return first.done ? first.bytes : finish(iterator, slice, first.bytes);
}

async function finish(iterator: Iterator<string>, slice: Slice, first: Buffer): Promise<Buffer> {
  const chunks = [first];
  let done = false;
  while (!done) {
    await slice.next();
    const chunk = fill(iterator, slice);
    chunks.push(chunk.bytes);
    done = chunk.done;
  }
  return Buffer.concat(chunks);
}

/** Reads pieces until they end or the slice is over. */
function fill(iterator: Iterator<string>, slice: Slice): { bytes: Buffer; done: boolean } {
  let text = '';
  for (let step = iterator.next(); step.done !== true; step = iterator.next()) {
    text += step.value;
    if (slice.isOver) return { bytes: Buffer.from(text), done: false };
  }
  return { bytes: Buffer.from(text), done: true };
}
