/** A process some of whose reads do not return: by `slow-reads.c`, which is preloaded. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SlowReads {
  /** Of the process. */
  readonly env: Readonly<Record<string, string>>;
  /** Reads of these paths (patterns of fnmatch(3)) take so many milliseconds from now on; those of others return. */
  set(milliseconds: number, ...patterns: string[]): void;
}

/** Needs a C compiler. */
export function createSlowReads(folder: string): SlowReads {
  const library = join(folder, 'slow-reads.so');
  execFileSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, join(import.meta.dirname, 'slow-reads.c')]);
  const rules = join(folder, 'slow-reads');
  writeFileSync(rules, '');
  return {
    env: { LD_PRELOAD: library, GANDER_SLOW_READS: rules },
    set: (milliseconds, ...patterns) =>
      writeFileSync(rules, patterns.map((pattern) => `${milliseconds} ${pattern}\n`).join('')),
  };
}
