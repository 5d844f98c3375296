import type { DiskFile } from './disk.ts';

/** Writes all bytes or rejects. A write may be short (a disk that fills up, a signal); the rest is then written too. */
export async function writeAll(file: DiskFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0)
      throw Object.assign(new Error('nothing more could be written'), { code: 'ENOSPC' });
    done += bytesWritten;
  }
}
