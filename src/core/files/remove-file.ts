import { dirname } from 'node:path';
import { type Disk, nodeDisk } from './disk.ts';
import { syncFolder } from './sync-folder.ts';

/** Removes a file so that it does not come back after a power cut. False when there was none. Rejects with a system error. */
export async function removeFile(path: string, disk: Disk = nodeDisk): Promise<boolean> {
  try {
    await disk.unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  await syncFolder(disk, dirname(path));
  return true;
}
