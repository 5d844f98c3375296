/** Sockets in the file system. */
import { once } from 'node:events';
import { chmod, chown, lstat, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { dirname } from 'node:path';
import { errorCode, isAbsent } from './error-code.ts';
import { reasonOf } from './reason-of.ts';

export interface SocketFile {
  readonly path: string;
  readonly mode: number;
  /** Number of a group; undefined: that of the process. */
  readonly group?: number;
}

/** An address of a socket has so many bytes (unix(7)). */
export const LONGEST_SOCKET_PATH = 107;
/** Nobody else connects before group and mode are set. */
const OWNER_ONLY = 0o177;

/**
 * Listens at a path; closing the server removes the file. A socket that a killed process has left is replaced. Rejects if another process
 * listens there, if something else than a socket is there, or with an error of the file system.
 */
export async function listenAtPath(server: Server, { path, mode, group }: SocketFile): Promise<void> {
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH)
    throw new Error(`the path of a socket has at most ${LONGEST_SOCKET_PATH} bytes`);
  // The system says EACCES for a folder that is missing.
  await lstat(dirname(path));
  await removeStale(path);
  const listening = once(server, 'listening');
  const umask = process.umask(OWNER_ONLY);
  try {
    server.listen(path);
  } finally {
    process.umask(umask);
  }
  await listening;
  try {
    if (group !== undefined) await giveTo(group, path);
    await chmod(path, mode);
  } catch (error) {
    server.close();
    throw error;
  }
}

/** Folders may give their own group to what is made in them, which needs no permission. */
async function giveTo(group: number, path: string): Promise<void> {
  if ((await lstat(path)).gid === group) return;
  try {
    await chown(path, -1, group);
  } catch (error) {
    throw new Error(
      `its group cannot be ${group}, ${reasonOf(error)}: the user of this program must belong to the group`,
      { cause: error },
    );
  }
}

async function removeStale(path: string): Promise<void> {
  const found = await lstat(path).catch((error) => {
    if (isAbsent(error)) return null;
    throw error;
  });
  if (found === null) return;
  if (!found.isSocket()) throw new Error('there is a file that is no socket');
  if (await isListening(path)) throw new Error('another program listens there');
  await unlink(path);
}

/** Only a refusal by the kernel proves that nobody listens. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    const end = (result: boolean): void => {
      probe.destroy();
      resolve(result);
    };
    probe.once('connect', () => end(true));
    probe.once('error', (error) => end(errorCode(error) !== 'ECONNREFUSED'));
  });
}
