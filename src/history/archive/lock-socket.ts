/**
 * A socket beside a lock, on which its holder listens. Across PID namespaces, a connection accepted by the kernel proves that the
 * holder runs, even if it is stopped.
 */
import { constants } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { errorCode } from '../../core/files/error-code.ts';

export interface LockSockets {
  /** Listens on a socket in the folder. Null if the file system or a policy forbids it; never rejects. */
  listen(folder: string): Promise<HeldSocket | null>;
  /** Returns true if a holder on this machine is listening; null: unknown. Never rejects. */
  isHeld(folder: string, socket: string): Promise<boolean | null>;
}

interface HeldSocket {
  /** File name in the folder, unique per holder, so that none removes another's. */
  readonly socket: string;
  /** Never rejects. */
  close(): Promise<void>;
}

const NAME = /^lock-[\da-f]{12}\.sock$/;
export const isSocket = (name: string): boolean => NAME.test(name);

const TIMEOUT_MS = 1000;

export const nodeLockSockets: LockSockets = {
  async listen(folder) {
    const socket = `lock-${Math.trunc(Math.random() * 2 ** 48)
      .toString(16)
      .padStart(12, '0')}.sock`;
    const server = createServer((connection) => connection.destroy());
    try {
      await through(folder, (path) => {
        const listening = new Promise<void>((resolve, reject) => {
          server.once('error', reject);
          server.listen(`${path}/${socket}`, resolve);
        });
        server.unref();
        return listening;
      });
    } catch {
      // Some file systems have no sockets: the lock works by process numbers alone.
      return null;
    }
    // A failed connection says nothing about the holder.
    server.on('error', () => {});
    return {
      socket,
      async close() {
        server.close();
        await unlink(`${folder}/${socket}`).catch(() => {});
      },
    };
  },
  isHeld: async (folder, socket) =>
    isSocket(socket) ? through(folder, (path) => isListening(`${path}/${socket}`)).catch(() => null) : null,
};

function isListening(path: string): Promise<boolean | null> {
  return new Promise((resolve) => {
    const connection = connect(path);
    const end = (result: boolean | null): void => {
      connection.destroy();
      resolve(result);
    };
    connection.setTimeout(TIMEOUT_MS, () => end(null));
    connection.once('connect', () => end(true));
    connection.on('error', (error) => {
      const code = errorCode(error);
      // EAGAIN: the backlog is full, so there is a listener.
      end(code === 'ECONNREFUSED' || code === 'ENOENT' ? false : code === 'EAGAIN' ? true : null);
    });
  });
}

const { O_RDONLY, O_DIRECTORY } = constants;

/** Addresses of sockets have 107 bytes at most; that of an open folder is short, however long its path is. */
async function through<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  const opened = await open(folder, O_RDONLY | O_DIRECTORY);
  try {
    return await use(`/proc/self/fd/${opened.fd}`);
  } finally {
    await opened.close();
  }
}
