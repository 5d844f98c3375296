import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Builds `bench/<name>.c` with the C compiler of the machine and returns the program's path, in a temporary directory. */
export function compile(name: string): string {
  const program = join(mkdtempSync(join(tmpdir(), 'gander-bench-')), name);
  execFileSync('cc', ['-O2', '-Wall', '-o', program, join(import.meta.dirname, `${name}.c`)]);
  return program;
}

export function median(values: readonly number[]): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[ordered.length >> 1] ?? Number.NaN;
}
