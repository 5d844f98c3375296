/** Other files of an archive: events, notes and programs. */
import { isAbsent, isUnreadable } from '../../../core/files/error-code.ts';
import type { Disk } from '../../../core/files/disk.ts';

const FOLDERS = ['events', 'top'] as const;

/** Their size in bytes. Rejects with a system error. */
export async function bytesBeside(disk: Disk, path: string): Promise<number> {
  let sum = 0;
  for (const folder of FOLDERS)
    for (const name of await orNone(disk.readdir(`${path}/${folder}`), []))
      sum += await orNone(
        disk.stat(`${path}/${folder}/${name}`).then(({ size }) => size),
        0,
      );
  return sum;
}

/** If folder or file no longer exists, or something else is in its place. */
async function orNone<T>(found: Promise<T>, none: T): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (isAbsent(error) || isUnreadable(error)) return none;
    throw error;
  }
}
