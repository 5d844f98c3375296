/** Where a stream writes: the connection itself, or a compressor in front of it. */
import type { ServerResponse } from 'node:http';
import { constants, createGzip } from 'node:zlib';

export interface Sink {
  /** Takes more; closed connections and full ones do not. */
  isReady(): boolean;
  isOpen(): boolean;
  /** @param onTaken called when the bytes are needed no more; perhaps never, where the connection ends before */
  write(bytes: Uint8Array, onTaken?: () => void): void;
  /** Sends what was written, in one piece. */
  together(write: () => void): void;
  /** The last bytes; a client that does not take them soon is cut off. */
  end(bytes: Uint8Array): void;
  /** Called when it takes more again. */
  onReady(listener: () => void): void;
}

const isOpen = ({ destroyed, writableEnded }: ServerResponse): boolean => !destroyed && !writableEnded;

/** Milliseconds for what was written last: the bytes before may still be on their way. */
const LAST_MS = 500;
function cutOff(response: ServerResponse): void {
  const timer = setTimeout(() => response.destroy(), LAST_MS);
  response.on('close', () => clearTimeout(timer));
}

export function plainSink(response: ServerResponse): Sink {
  return {
    isOpen: () => isOpen(response),
    isReady: () => isOpen(response) && !response.writableNeedDrain,
    write: (bytes, onTaken) => void response.write(bytes, onTaken),
    together(write) {
      // All of it in one system call.
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
 * Snapshots are a tenth of their size then: one of the next resembles the last. The fastest level, and half the usual memory,
 * since there is a compressor for each stream.
 */
const OPTIONS = { level: 1, memLevel: 7 } as const;

export function packedSink(response: ServerResponse): Sink {
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
      // The compressed bytes go out now, not when a block is full.
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
