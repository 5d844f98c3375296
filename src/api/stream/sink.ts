/** The output of a stream: the connection, or a compressor in front of it. */
import type { ServerResponse } from 'node:http';
import { constants, createGzip } from 'node:zlib';

export interface StreamSink {
  /** True if it accepts more: neither closed nor full. */
  isReady(): boolean;
  isOpen(): boolean;
  /** @param onTaken called when the bytes are no longer needed; never if the connection ends before */
  write(bytes: Uint8Array, onTaken?: () => void): void;
  /** Sends all written bytes in one piece. */
  together(write: () => void): void;
  /** Writes the last bytes and ends; a client that does not read them soon is disconnected. */
  end(bytes: Uint8Array): void;
  /** Called when it accepts more again. */
  onReady(listener: () => void): void;
}

const isOpen = ({ destroyed, writableEnded }: ServerResponse): boolean => !destroyed && !writableEnded;

/** Milliseconds in which a client must take the last bytes. */
const LAST_MS = 500;

/** Disconnects a client that does not read, not one whose last bytes are still being compressed on a busy machine. */
function cutOff(response: ServerResponse): void {
  const timer = setInterval(() => {
    if (response.writableLength > 0) response.destroy();
  }, LAST_MS);
  response.on('close', () => clearInterval(timer));
}

export function plainSink(response: ServerResponse): StreamSink {
  return {
    isOpen: () => isOpen(response),
    isReady: () => isOpen(response) && !response.writableNeedDrain,
    write: (bytes, onTaken) => void response.write(bytes, onTaken),
    together(write) {
      // One system call for all of it.
      const { socket } = response;
      socket?.cork();
      write();
      socket?.uncork();
    },
    end(bytes) {
      response.end(bytes);
      cutOff(response);
    },
    onReady: (listener) => void response.on('drain', listener),
  };
}

/**
 * Compresses to a tenth: consecutive snapshots are similar. Fastest level and half the usual memory, since each stream has a
 * compressor.
 */
const OPTIONS = { level: 1, memLevel: 7 } as const;

export function packedSink(response: ServerResponse): StreamSink {
  const gzip = createGzip(OPTIONS);
  gzip.pipe(response);
  gzip.on('error', () => response.destroy());
  response.on('close', () => gzip.destroy());
  const isReady = (): boolean =>
    isOpen(response) && !gzip.writableEnded && !gzip.writableNeedDrain && !response.writableNeedDrain;
  let isWritten = false;
  return {
    isOpen: () => isOpen(response) && !gzip.writableEnded,
    isReady,
    write(bytes, onTaken) {
      isWritten = true;
      gzip.write(bytes, onTaken);
    },
    together(write) {
      isWritten = false;
      write();
      // Flushes now, not when a block is full.
      if (isWritten) gzip.flush(constants.Z_SYNC_FLUSH);
    },
    end(bytes) {
      gzip.end(bytes);
      cutOff(response);
    },
    onReady(listener) {
      const listen = (): void => void (isReady() && listener());
      gzip.on('drain', listen);
      response.on('drain', listen);
    },
  };
}
