import { readFileSync } from 'node:fs';

/** A file recorded on a real machine: `src/measure/linux/testcases/<name>`. */
export function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../src/measure/linux/testcases/${name}`, import.meta.url)));
}
