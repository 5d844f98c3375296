import { close, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { CERTAINLY_WHOLE, MAX_SIZE, READ } from './file-reader.ts';
import { systemError } from './system-error.ts';

const FIRST_SIZE = 16 * 1024;
const openFile = promisify(open);
const readFrom = promisify(read);

/** Reads a whole file in the thread pool, 16 MiB at most. */
export async function readApart(path: string): Promise<Buffer> {
  const descriptor = await openFile(path, READ);
  try {
    let buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
    let length = 0;
    for (;;) {
      const room = buffer.length - length;
      const { bytesRead } = await readFrom(descriptor, buffer, length, room, null);
      const isWhole = bytesRead === 0 || (length === 0 && bytesRead <= CERTAINLY_WHOLE);
      length += bytesRead;
      if (isWhole) return buffer.subarray(0, length);
      if (length > MAX_SIZE) throw systemError('EFBIG', 'file is larger than 16 MiB', 'read', path);
      if (length === buffer.length) buffer = enlarged(buffer);
    }
  } finally {
    close(descriptor);
  }
}

function enlarged(buffer: Buffer): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(buffer.length * 4);
  buffer.copy(larger);
  return larger;
}
