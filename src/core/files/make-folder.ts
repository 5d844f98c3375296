import { dirname } from 'node:path';
import type { Disk } from './disk.ts';
import { syncFolder } from './sync-folder.ts';

/** Makes a folder and those above it, mode 0700, so that they survive a power cut. */
export async function makeFolder(disk: Disk, path: string): Promise<void> {
  const first = await disk.mkdir(path);
  if (first === undefined) return;
  const above = dirname(first);
  for (let folder = path; folder !== above; folder = dirname(folder)) await syncFolder(disk, dirname(folder));
}
