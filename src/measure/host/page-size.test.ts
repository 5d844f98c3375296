import { execFileSync } from 'node:child_process';
import { endianness } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { parsePageSize, readPageSize } from './page-size.ts';

function auxv(words: number[], wordSize: 4 | 8): Buffer {
  const buffer = Buffer.alloc(words.length * wordSize);
  const big = endianness() === 'BE';
  for (const [index, word] of words.entries()) {
    if (big) buffer.writeUInt32BE(word, (index + 1) * wordSize - 4);
    else buffer.writeUInt32LE(word, index * wordSize);
  }
  return buffer;
}

describe('the page size', () => {
  it('is the one getconf tells', () => {
    expect(readPageSize()).toBe(Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' })));
  });

  it.each([4, 8] as const)('is found among words of %d bytes', (wordSize) => {
    expect(parsePageSize(auxv([16, 6, 6, 65_536, 0, 0], wordSize), wordSize)).toBe(65_536);
    expect(parsePageSize(auxv([16, 6, 17, 100, 0, 0], wordSize), wordSize)).toBe(4096);
    expect(parsePageSize(auxv([6, 5000], wordSize), wordSize)).toBe(4096);
  });

  it('depends on the architecture', () => {
    const tree = temporaryTree({ narrow: auxv([6, 16_384, 0, 0], 4), wide: auxv([6, 16_384, 0, 0], 8) });
    expect(readPageSize(join(tree, 'narrow'), 'arm')).toBe(16_384);
    expect(readPageSize(join(tree, 'wide'), 'arm64')).toBe(16_384);
    expect(readPageSize(join(tree, 'none'))).toBe(4096);
  });

  it('is a power of two, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom(4 as const, 8 as const), (bytes, wordSize) => {
        expect(Math.log2(parsePageSize(Buffer.from(bytes), wordSize)) % 1).toBe(0);
      }),
    );
  });
});
