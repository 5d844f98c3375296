/** Samples every ten seconds, and the files that an archive makes of them. */
import { filesOf } from './archive-rig.ts';
import type { createMemoryDisk } from './memory-disk.ts';

export const PACE = 10_000;
/** Long enough that each file has some bytes. */
export const values = (time: number) => ({ total: (time / PACE) % 977, idle: (time / 7) % 1013 });
export const tiers = (disk: ReturnType<typeof createMemoryDisk>): string[] =>
  filesOf(disk).filter((name) => name.endsWith('.gar'));
