/** Reads small files, whatever is at their path: a pipe without a writer, an endless device or a folder take two seconds at most. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { FileError } from '../file-words.ts';
import { ownPathSync } from './own-path.ts';
import { refuseOther } from './regular-file.ts';

const MOST_BYTES = 1024 * 1024;
const MOST_WAIT_MS = 2000;
const PAUSE_MS = 10;

/** All bytes of a file that users configure, which may be a pipe. Throws a system error; `EFBIG` for more than `most`. */
export const readSmallFile = (path: string, most = MOST_BYTES): Buffer => read(path, most, 'any');

/** All bytes of a file that Gander keeps. Throws like `readSmallFile`; `EFTYPE` for pipes and devices. */
export const readKeptFile = (path: string, most = MOST_BYTES): Buffer => read(path, most, 'regular');

function read(path: string, most: number, kind: 'any' | 'regular'): Buffer {
  const descriptor = openSync(ownPathSync(path), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (kind === 'regular' || stats.isDirectory()) refuseOther(stats, path);
    return readAll(descriptor, stats, most);
  } finally {
    closeSync(descriptor);
  }
}

function readAll(descriptor: number, stats: Stats, most: number): Buffer {
  const end = performance.now() + MOST_WAIT_MS;
  let buffer = Buffer.alloc(Math.min(most, stats.size || 64 * 1024) + 1);
  let size = 0;
  for (;;) {
    const count = readOnce(descriptor, buffer, size);
    if (count === 0) break;
    if (count === null) pauseUntil(end);
    else size += count;
    if (size > most) throw new FileError('EFBIG', `it is larger than ${most} bytes`);
    if (size === buffer.length) buffer = Buffer.concat([buffer], Math.min(most + 1, size * 2));
  }
  if (size === 0 && stats.isFIFO()) throw new FileError('ENODATA', 'it is a pipe that nobody writes to');
  return buffer.subarray(0, size);
}

/** Null: there is nothing yet. */
function readOnce(descriptor: number, buffer: Buffer, at: number): number | null {
  try {
    return readSync(descriptor, buffer, at, buffer.length - at, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}

/** Readers of configuration are synchronous. */
function pauseUntil(end: number): void {
  if (performance.now() > end) throw new FileError('ETIMEDOUT', 'its end was not reached within 2 seconds');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}
