import type { Tree } from '../../scripts/support/tree.ts';

/** The files of a host (path → content) in memory: a disk would take most of the time of a test with many processes. */
export const memoryTree = (files: Readonly<Record<string, string | Uint8Array>>): Tree =>
  new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString('latin1')]));
