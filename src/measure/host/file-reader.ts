import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { OpenFile } from '../../core/host.ts';
import { systemError } from './system-error.ts';

/** Reads files by their real path, in the two ways of {@link Host}. */
export interface FileReader {
  read(path: string): Buffer;
  readHead(path: string, bytes: number): Buffer;
  open(path: string): OpenFile;
}

/** A pipe counts as empty and is not waited for. */
export const READ = constants.O_RDONLY | constants.O_NONBLOCK;
const FIRST_SIZE = 64 * 1024;
export const MAX_SIZE = 16 * 1024 * 1024;
/** Larger buffers are released after their read: processes can have megabytes of arguments. */
const KEPT_SIZE = 1024 * 1024;
/** For `/proc/sys`, the kernel allocates the requested size, and fails with ENOMEM at 4 MiB. */
const READ_SIZE = 64 * 1024;
/**
 * A seq file may return fewer bytes than requested when the next record does not fit into its page. A read this short was complete,
 * which saves the read that returns 0, for which the kernel would walk all TCP sockets again.
 */
const CERTAINLY_WHOLE = 1024;

/**
 * Reads into a reused buffer: a third of the cost of `readFileSync`, which allocates and asks for the size, 0 for kernel files.
 * Content is valid until the reader's next read.
 */
export function createFileReader(): FileReader {
  let buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
  /** Cached views of the buffer by length, since creating one is costly beside a small read. */
  let views: Buffer[] = [];

  function grow(path: string): void {
    if (buffer.length > MAX_SIZE) throw systemError('EFBIG', 'file is larger than 16 MiB', 'read', path);
    // One byte more than the limit, so that a file of exactly the limit differs from a larger one.
    const larger = Buffer.allocUnsafeSlow(Math.min(buffer.length * 4, MAX_SIZE + 1));
    buffer.copy(larger);
    buffer = larger;
    views = [];
  }

  function shrink(): void {
    buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
    views = [];
  }

  /** Continues reading at `length` to the end; `positioned` leaves the file offset unchanged. */
  function readToEnd(descriptor: number, path: string, length: number, positioned: boolean): Buffer {
    for (;;) {
      if (length === buffer.length) grow(path);
      const position = positioned ? length : null;
      const room = Math.min(buffer.length - length, READ_SIZE);
      const count = readSync(descriptor, buffer, length, room, position);
      if (count === 0) return buffer.subarray(0, length);
      length += count;
    }
  }

  function readAgain(descriptor: number, path: string): Buffer {
    if (buffer.length > KEPT_SIZE) shrink();
    const count = readSync(descriptor, buffer, 0, Math.min(buffer.length, READ_SIZE), 0);
    if (count <= CERTAINLY_WHOLE) return (views[count] ??= buffer.subarray(0, count));
    return readToEnd(descriptor, path, count, true);
  }

  return {
    read(path) {
      if (buffer.length > KEPT_SIZE) shrink();
      const descriptor = openSync(path, READ);
      try {
        const count = readSync(descriptor, buffer, 0, Math.min(buffer.length, READ_SIZE), null);
        if (count <= CERTAINLY_WHOLE) return buffer.subarray(0, count);
        return readToEnd(descriptor, path, count, false);
      } finally {
        closeSync(descriptor);
      }
    },

    readHead(path, bytes) {
      if (buffer.length > KEPT_SIZE) shrink();
      while (bytes > buffer.length) grow(path);
      const descriptor = openSync(path, READ);
      try {
        let length = 0;
        for (let count = -1; count !== 0 && length < bytes; length += count)
          count = readSync(descriptor, buffer, length, Math.min(bytes - length, READ_SIZE), null);
        return buffer.subarray(0, length);
      } finally {
        closeSync(descriptor);
      }
    },

    open(path) {
      return new OpenedFile(path, readAgain);
    },
  };
}

/** A class instead of closures: there is one per process. */
class OpenedFile implements OpenFile {
  readonly #path: string;
  readonly #read: (descriptor: number, path: string) => Buffer;
  /** -1: closed. A second close could hit a reused descriptor. */
  #descriptor: number;

  constructor(path: string, read: (descriptor: number, path: string) => Buffer) {
    this.#path = path;
    this.#read = read;
    this.#descriptor = openSync(path, READ);
  }

  read(): Buffer {
    if (this.#descriptor < 0) throw systemError('EBADF', 'file is closed', 'read', this.#path);
    return this.#read(this.#descriptor, this.#path);
  }

  close(): void {
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}
