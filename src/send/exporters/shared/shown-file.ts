/** Writes files for other programs: permissions are kept, devices and pipes are written to, not replaced. */
import { constants } from 'node:fs';
import { lstat, open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { replaceFile } from '../../../core/files/replace-file.ts';

const READABLE = 0o644;
/** A pipe without a reader is an error, so that the write does not wait. */
const TO_DEVICE = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_TRUNC;
/** For devices only: /dev/stdout may link to a file. */
const OF_DEVICES = /^\/(?:dev|proc)\/(?!shm\/)/;

/** True for `/dev/stdout` and similar: system links, below which nothing is replaced. */
export const isDevicePath = (path: string): boolean => OF_DEVICES.test(resolve(path));

/**
 * Replaces a file atomically, and a link instead of its target: in /tmp, others' links would choose the overwritten file. Rejects
 * with a system error.
 */
export async function writeShownFile(path: string, bytes: Uint8Array): Promise<void> {
  const found = await lstat(path).catch(() => null);
  const target = found?.isSymbolicLink() === true ? await stat(path).catch(() => null) : found;
  if ((target === null || target.isFile()) && !isDevicePath(path)) {
    const mode = found?.isFile() === true ? found.mode & 0o777 : READABLE & ~process.umask();
    return replaceFile(path, bytes, { mode });
  }
  const device = await open(path, TO_DEVICE);
  await device.writeFile(bytes).finally(() => device.close());
}
