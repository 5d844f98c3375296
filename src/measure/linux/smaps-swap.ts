import { ByteCursor, bytesOf } from './bytes.ts';

const SWAP = bytesOf('Swap:');

/** Swapped-out bytes of a process: the sum of the `Swap:` lines of /proc/<pid>/smaps or smaps_rollup (kB). */
export function parseSmapsSwap(bytes: Uint8Array): number {
  let sum = 0;
  for (const cursor = new ByteCursor(bytes); cursor.more; cursor.nextLine()) {
    if (!cursor.startsWith(SWAP)) continue;
    cursor.position += SWAP.length;
    sum += cursor.integer();
  }
  return sum * 1024;
}
