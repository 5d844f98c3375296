import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Behaviour of the library: the macros of fake-nvml.c. */
export type Behaviour = Readonly<Record<string, string | number | true>>;

/** Builds the library into a folder of its own below `folder`, which is what LD_LIBRARY_PATH takes. */
export function buildFakeNvml(folder: string, name: string, behaviour: Behaviour = {}): string {
  const target = join(folder, name);
  mkdirSync(target, { recursive: true });
  const macros = Object.entries(behaviour).map(([macro, value]) =>
    value === true ? `-D${macro}` : `-D${macro}=${typeof value === 'string' ? JSON.stringify(value) : value}`,
  );
  const source = join(import.meta.dirname, 'fake-nvml.c');
  const output = join(target, 'libnvidia-ml.so.1');
  execFileSync('cc', ['-O1', '-Wall', '-shared', '-fPIC', ...macros, '-o', output, source]);
  return target;
}
