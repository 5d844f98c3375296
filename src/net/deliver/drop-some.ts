/** Chooses the batches that are dropped when the queue is full. */
import { keepOf, type Segment } from './segment.ts';

/**
 * - `thin`: every second batch of the older half, repeatedly: resolution is lost, not the past
 * - `oldest`: the oldest file
 */
export type OnFull = 'thin' | 'oldest';

interface Dropped {
  samples: number;
  /** Batches dropped to thin out the queue. */
  thinned: number;
}

export const bytesOfSegments = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { bytes }) => sum + bytes, 0);

/** Frees some bytes. The last file, which is appended to, stays. */
export async function dropSome(segments: readonly Segment[], how: OnFull): Promise<Dropped> {
  const [first] = segments;
  if (first === undefined) return { samples: 0, thinned: 0 };
  if (how === 'oldest') return { samples: await keepOf(first, () => false), thinned: 0 };
  // Halves the largest file of the older half, so that resolution falls evenly.
  const older = olderHalf(segments);
  const largest = older.reduce((found, segment) => (segment.bytes > found.bytes ? segment : found), first);
  const before = largest.entries.length;
  // A segment that cannot be halved any more is dropped as a whole.
  const samples = await keepOf(largest, (_, index) => before > 1 && index % 2 === 0);
  return { samples, thinned: before - largest.entries.length };
}

/** Returns the first segments, up to half of all bytes. */
function olderHalf(segments: readonly Segment[]): readonly Segment[] {
  let bytes = 0;
  const most = bytesOfSegments(segments) / 2;
  return segments.filter((segment) => (bytes += segment.bytes) <= most);
}
