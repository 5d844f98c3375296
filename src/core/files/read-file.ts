import { constants } from 'node:fs';
import { type Disk, nodeDisk } from './disk.ts';
import { isAbsent } from './error-code.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

export interface FileTail {
  readonly bytes: Buffer;
  /** Where in the file they begin. */
  readonly offset: number;
}

/** Returns the last `most` bytes of a file; null if missing. Rejects with a system error. */
export async function readTail(path: string, most: number, disk: Disk = nodeDisk): Promise<FileTail | null> {
  try {
    const file = await disk.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.min(size, most));
      const offset = size - bytes.length;
      let length = 0;
      for (let count = -1; count !== 0 && length < bytes.length; length += count)
        count = (await file.read(bytes, length, bytes.length - length, offset + length)).bytesRead;
      return { bytes: bytes.subarray(0, length), offset };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
