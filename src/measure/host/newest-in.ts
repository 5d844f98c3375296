import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MOST_ENTRIES = 10_000;

/** Latest modification of the entries of a folder, as described at {@link Host.newestIn}. */
export async function newestIn(path: string): Promise<number> {
  let newest = 0;
  let entries = 0;
  for await (const { name } of await opendir(path)) {
    const { mtimeMs } = await stat(join(path, name)).catch(() => ({ mtimeMs: 0 }));
    newest = Math.max(newest, mtimeMs);
    entries += 1;
    if (entries === MOST_ENTRIES) break;
  }
  return newest;
}
