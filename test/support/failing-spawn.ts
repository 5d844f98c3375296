/** A process that cannot start programs for a while, as without free descriptors, processes or memory. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

/** Errors of the C library: no descriptor left for this process or this host, no process, no memory. */
export const SPAWN_ERRORS = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'] as const;

export interface FailingSpawn {
  /** Of the process, beside the libraries that are preloaded already. */
  env(preloaded?: string): Readonly<Record<string, string>>;
  /** Starts fail from now on, or succeed again: null. */
  set(code: (typeof SPAWN_ERRORS)[number] | null): void;
}

/** Needs a C compiler. */
export function createFailingSpawn(folder: string): FailingSpawn {
  const library = join(folder, 'failing-spawn.so');
  const source = join(import.meta.dirname, 'failing-spawn.c');
  execFileSync('cc', ['-O1', '-Wall', '-shared', '-fPIC', '-o', library, source]);
  const path = join(folder, 'failing-spawn');
  return {
    env: (preloaded = '') => ({
      LD_PRELOAD: `${preloaded} ${library}`.trim(),
      GANDER_FAILING_SPAWN: path,
    }),
    set(code) {
      if (code === null) rmSync(path, { force: true });
      else writeFileSync(path, String(constants.errno[code]));
    },
  };
}
