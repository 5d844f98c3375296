/** Small files readable by their owner only. They belong to the agent, not to the monitored host. */
import { statSync } from 'node:fs';
import type { Disk } from '../../core/files/disk.ts';
import { isAbsent } from '../../core/files/error-code.ts';
import { readKeptFile, readSmallFile } from '../../core/files/read-small-file.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { removeFile } from '../../core/files/remove-file.ts';
import { replaceFile } from '../../core/files/replace-file.ts';
import { AuthError } from './errors.ts';

/** A file that Gander keeps; null if there is none. Throws {@link AuthError}. */
export const readPrivateFile = (path: string): string | null => readBy(readKeptFile, path);

/** A file that users name, which may be a pipe; null if there is none. Throws {@link AuthError}. */
export const readGivenFile = (path: string): string | null => readBy(readSmallFile, path);

function readBy(read: typeof readSmallFile, path: string): string | null {
  try {
    return read(path).toString('utf8');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw new AuthError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Replaces a file atomically, readable by its owner only, and creates its folder. Rejects with {@link AuthError}. */
export async function writePrivateFile(path: string, text: string, disk?: Disk): Promise<void> {
  try {
    await replaceFile(path, text, { disk });
  } catch (error) {
    throw new AuthError(`${path} cannot be written: ${reasonOf(error)}.`);
  }
}

/** Rejects with {@link AuthError}. */
export async function removePrivateFile(path: string): Promise<void> {
  try {
    await removeFile(path);
  } catch (error) {
    throw new AuthError(`${path} cannot be removed: ${reasonOf(error)}.`);
  }
}

/** True if a file is readable by others than its owner. */
export const isOpenToOthers = (path: string): boolean =>
  ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
