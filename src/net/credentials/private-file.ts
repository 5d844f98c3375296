/** Small files readable by their owner only. They belong to the agent, not to the monitored host. */
import { statSync } from 'node:fs';
import type { Disk } from '../../core/files/disk.ts';
import { isAbsent } from '../../core/files/error-code.ts';
import { readKeptFile } from '../../core/files/read-small-file.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { removeFile } from '../../core/files/remove-file.ts';
import { replaceFile } from '../../core/files/replace-file.ts';
import { AuthError } from './errors.ts';

/** Null if there is no such file. Throws {@link AuthError}. */
export function readPrivateFile(path: string): string | null {
  try {
    return readKeptFile(path).toString('utf8');
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
