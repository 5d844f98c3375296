import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { compile, median } from './compile.ts';

export interface Measured {
  /** Milliseconds of CPU of one pass over all processes, median. */
  cpuMs: number;
  /** Number of processes. */
  processes: number;
}

/** Measures the C program that reads the same three files of every process, the peer of {@link measureScan}. */
export function measureFloor(passes = 20): Measured {
  const program = compile('c-floor');
  const output = execFileSync(program, [String(passes)], { encoding: 'utf8' });
  rmSync(dirname(program), { recursive: true });
  const rows = output
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  return { cpuMs: median(rows.map((row) => row[0] ?? Number.NaN)), processes: rows.at(-1)?.[1] ?? 0 };
}
