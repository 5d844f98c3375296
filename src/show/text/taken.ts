import type { Writable } from 'node:stream';

/**
 * Waits until the reader has taken everything written, or nobody reads any more. Node.js writes to a pipe that
 * is full (64 KiB) later, and what is left when the process ends is lost.
 */
export function allTaken(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}
