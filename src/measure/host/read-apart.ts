import { close, closeSync, open, openSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { ApartFile } from './apart-file.ts';
import { MAX_SIZE, READ } from './file-reader.ts';
import { systemError } from './system-error.ts';

const FIRST_SIZE = 16 * 1024;
/** Least buffer that the kernel fills with table rows: a page. */
const PAGE = 4096;
/** Of /proc/net/tcp6, the longest has 190 characters. */
const LONGEST_ROW = 512;
/** Of the arguments of a process. */
const USUAL_BYTES = 512;
const openFile = promisify(open);
const readFrom = promisify(read);

/** Reads a whole file in the thread pool, at most 16 MiB. Rows of kernel tables must not exceed {@link LONGEST_ROW}. */
export async function readApart(path: string): Promise<Buffer> {
  const descriptor = await openFile(path, READ);
  try {
    return await readRows(
      path,
      async (buffer, at) => (await readFrom(descriptor, buffer, at, buffer.length - at, null)).bytesRead,
    );
  } finally {
    close(descriptor);
  }
}

/** Reads the first bytes of any file in the thread pool. */
export async function readHeadApart(path: string, bytes: number): Promise<Buffer> {
  if (!path.endsWith('/cmdline')) return new ApartFile(path, false).read(bytes);
  // Opening it never blocks, and most have less than the first buffer: there are thousands of them.
  const descriptor = openSync(path, READ);
  try {
    const { bytesRead, buffer } = await readFrom(
      descriptor,
      Buffer.allocUnsafe(USUAL_BYTES),
      0,
      USUAL_BYTES,
      0,
    );
    if (bytesRead < USUAL_BYTES) return buffer.subarray(0, bytesRead);
    const all = await readFrom(descriptor, Buffer.allocUnsafeSlow(bytes), 0, bytes, 0);
    return all.buffer.subarray(0, all.bytesRead);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads until a read is short enough for another row to have fit. Saves the read that returns 0, for which the kernel walks all of
 * its TCP sockets again (tcp_seq_start).
 * @param readSome reads into the buffer from `at` to its end
 */
export async function readRows(
  path: string,
  readSome: (buffer: Buffer, at: number) => Promise<number>,
): Promise<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
  let length = 0;
  for (;;) {
    const count = await readSome(buffer, length);
    const isLast = length + count < buffer.length && count < PAGE - LONGEST_ROW;
    length += count;
    if (length > MAX_SIZE) throw systemError('EFBIG', 'file is larger than 16 MiB', 'read', path);
    if (isLast) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = enlarged(buffer);
  }
}

function enlarged(buffer: Buffer): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(buffer.length * 4);
  buffer.copy(larger);
  return larger;
}
