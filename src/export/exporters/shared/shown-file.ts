/** Writes files for other programs: permissions are kept, own pipes and devices are written to, not replaced. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDevicePath, ownPath, refuseForeign } from '../../../core/files/own-path.ts';
import { replaceFile } from '../../../core/files/replace-file.ts';

const READABLE = 0o644;
const { O_WRONLY, O_NONBLOCK, O_TRUNC, O_NOFOLLOW } = constants;
/** A pipe without a reader is an error, so that the write does not wait. */
const TO_DEVICE = O_WRONLY | O_NONBLOCK | O_TRUNC;

/**
 * Replaces a file atomically, and a link instead of its target. Pipes and devices, and links to them, must belong to this user or to
 * root: in /tmp, others would choose what is written. Rejects with a system error.
 */
export async function writeShownFile(path: string, bytes: Uint8Array): Promise<void> {
  if (isDevicePath(path)) return writeAndClose(await open(path, TO_DEVICE), bytes);
  const place = await ownPath(path);
  const [found, target] = await Promise.all([path, place].map((one) => lstat(one).catch(() => null)));
  if (!target || target.isFile()) {
    const mode = found?.isFile() === true ? found.mode & 0o777 : READABLE & ~process.umask();
    return replaceFile(path, bytes, { mode });
  }
  const device = await openShownFile(place, TO_DEVICE);
  return writeAndClose(device, bytes);
}

async function writeAndClose(file: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

/**
 * Opens a file of this user, without waiting for the other end of a pipe. Follows no link at its path: it would choose the file. Paths
 * below /dev are intended. Rejects with a system error.
 */
export async function openShownFile(path: string, flags: number): Promise<FileHandle> {
  if (isDevicePath(path)) return open(path, flags | O_NONBLOCK, READABLE);
  const place = join(await ownPath(dirname(path)), basename(path));
  const file = await open(place, flags | O_NONBLOCK | O_NOFOLLOW, READABLE);
  try {
    refuseForeign(await file.stat(), path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
