import { constants } from 'node:fs';
import type { Disk } from './disk.ts';

const { O_RDONLY, O_DIRECTORY } = constants;
/** File systems without a way to do this (some of networks, FUSE): there, names are as safe as they get. */
const IMPOSSIBLE: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS']);

/** After this, names that were made, renamed or removed in a folder survive a power cut. */
export async function syncFolder(disk: Disk, path: string): Promise<void> {
  const folder = await disk.open(path, O_RDONLY | O_DIRECTORY);
  try {
    await folder.sync();
  } catch (error) {
    if (!IMPOSSIBLE.has((error as NodeJS.ErrnoException).code)) throw error;
  } finally {
    await folder.close();
  }
}
