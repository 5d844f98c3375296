import { dirname } from 'node:path';
import type { Disk } from './disk.ts';
import { syncFolder } from './sync-folder.ts';

/** Renames what cannot be used, so that nothing is lost when it is replaced. Returns the new path. Rejects with a system error. */
export async function setAside(disk: Disk, path: string): Promise<string> {
  const aside = `${path}.unreadable-${Date.now()}`;
  await disk.rename(path, aside);
  await syncFolder(disk, dirname(path));
  return aside;
}
