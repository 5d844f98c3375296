import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

/** `AT_PAGESZ` of <linux/auxvec.h>. */
const PAGE_SIZE_KEY = 6;
const DEFAULT_PAGE_SIZE = 4096;

/**
 * Page size of the running kernel in bytes, from this process's auxiliary vector; 4096 if unreadable. A host seen through a mounted
 * root has the same kernel.
 */
export function readPageSize(path = '/proc/self/auxv', architecture: string = process.arch): number {
  try {
    return parsePageSize(readFileSync(path), architecture.endsWith('64') || architecture === 's390x' ? 8 : 4);
  } catch {
    // Most kernels have this size.
    return DEFAULT_PAGE_SIZE;
  }
}

/** Finds the page size in `/proc/<pid>/auxv`: pairs of key and value, each `wordSize` bytes in native order. See proc(5). */
export function parsePageSize(auxv: Buffer, wordSize: 4 | 8): number {
  const word = (offset: number): number => {
    if (endianness() === 'BE') return auxv.readUIntBE(offset + wordSize - 4, 4);
    return auxv.readUInt32LE(offset);
  };
  for (let offset = 0; offset + 2 * wordSize <= auxv.length; offset += 2 * wordSize) {
    const value = word(offset + wordSize);
    if (word(offset) === PAGE_SIZE_KEY && value > 0 && (value & (value - 1)) === 0) return value;
  }
  return DEFAULT_PAGE_SIZE;
}
