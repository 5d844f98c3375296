import { dirname } from 'node:path';
import type { Disk } from './disk.ts';
import { syncFolder } from './sync-folder.ts';

/** Name under which a file that cannot be used is kept. */
export const asideOf = (path: string): string => `${path}.unreadable-${Date.now()}`;

/** Renames what cannot be used, so that nothing is lost when it is replaced. Returns the new path. Rejects with a system error. */
export async function setAside(disk: Disk, path: string): Promise<string> {
  const aside = asideOf(path);
  await disk.rename(path, aside);
  await syncFolder(disk, dirname(path));
  return aside;
}
