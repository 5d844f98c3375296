import { close, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { isGone } from '../../core/files/error-code.ts';
import { MAX_SIZE, READ } from './file-reader.ts';
import { systemError } from './system-error.ts';

const openFile = promisify(open);
const readFrom = promisify(read);
const FIRST_SIZE = 4096;
/** See `file-reader.ts`. */
const READ_SIZE = 64 * 1024;
const CERTAINLY_WHOLE = 1024;

/** A file that is read in the thread pool again and again. A kernel's file stays open, which saves two of three calls. */
export class ApartFile {
  readonly #path: string;
  readonly #isKept: boolean;
  #descriptor: number | null = null;
  #buffer = Buffer.alloc(0);
  #isClosed = false;

  constructor(path: string, isKept: boolean) {
    this.#path = path;
    this.#isKept = isKept;
  }

  /** Content in a buffer that the next read overwrites, at most `bytes` of it. Rejects with a system error. */
  async read(bytes: number): Promise<Buffer> {
    const kept = this.#descriptor;
    if (kept === null) return this.#readAnew(bytes);
    try {
      return await this.#readFrom(kept, bytes);
    } catch (error) {
      if (!isGone(error)) throw error;
      this.#release();
      return this.#readAnew(bytes);
    }
  }

  /** Closes the file when its read has ended. */
  close(): void {
    this.#isClosed = true;
    this.#release();
  }

  async #readAnew(bytes: number): Promise<Buffer> {
    const descriptor = await openFile(this.#path, READ);
    let isDone = false;
    try {
      const content = await this.#readFrom(descriptor, bytes);
      isDone = true;
      return content;
    } finally {
      if (isDone && this.#isKept && !this.#isClosed) this.#descriptor = descriptor;
      else close(descriptor);
    }
  }

  async #readFrom(descriptor: number, bytes: number): Promise<Buffer> {
    let length = 0;
    for (;;) {
      if (length === this.#buffer.length) this.#grow();
      const room = Math.min(this.#buffer.length - length, READ_SIZE, bytes - length);
      const { bytesRead } = await readFrom(descriptor, this.#buffer, length, room, length);
      length += bytesRead;
      const isFirst = length === bytesRead;
      if (bytesRead === 0 || length >= bytes || (isFirst && length <= CERTAINLY_WHOLE))
        return this.#buffer.subarray(0, length);
    }
  }

  #grow(): void {
    const { length } = this.#buffer;
    if (length > MAX_SIZE) throw systemError('EFBIG', 'file is larger than 16 MiB', 'read', this.#path);
    // One byte more than the limit, so that a file of exactly the limit differs from a larger one.
    const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(FIRST_SIZE, length * 4), MAX_SIZE + 1));
    this.#buffer.copy(larger);
    this.#buffer = larger;
  }

  #release(): void {
    if (this.#descriptor !== null) close(this.#descriptor);
    this.#descriptor = null;
  }
}
