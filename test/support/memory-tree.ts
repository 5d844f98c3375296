import type { Tree } from '../../scripts/support/tree.ts';

/** The files of a host (path → content) without a disk, on which a test of many processes spends most of its time. */
export const memoryTree = (files: Readonly<Record<string, string | Uint8Array>>): Tree =>
  new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString('latin1')]));
