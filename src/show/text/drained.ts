import type { Writable } from 'node:stream';

/**
 * Waits until the reader has taken all output, or has gone. Node.js delays writes to a full pipe (64 KiB), and the rest is lost at
 * exit.
 */
export function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}
