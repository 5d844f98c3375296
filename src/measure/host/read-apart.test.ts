import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { readApart, readRows } from './read-apart.ts';

describe('a file read on another thread', () => {
  it.each([0, 1, 1024, 1025, 65_535, 65_536, 65_537, 400_000])('is whole with %i bytes', async (length) => {
    const path = join(temporaryTree(), 'file');
    const bytes = Buffer.from(Array.from({ length }, (_, at) => at % 251));
    writeFileSync(path, bytes);
    expect((await readApart(path)).equals(bytes)).toBe(true);
  });

  it('may be one of the kernel, which states no size', async () => {
    expect((await readApart('/proc/self/limits')).toString()).toBe(readFileSync('/proc/self/limits', 'utf8'));
  });

  it('is refused beyond 16 MiB, and where it is not there', async () => {
    const path = join(temporaryTree(), 'large');
    writeFileSync(path, '');
    truncateSync(path, 16 * 1024 * 1024 + 1);
    await expect(readApart(path)).rejects.toMatchObject({ code: 'EFBIG' });
    await expect(readApart(`${path}r`)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('rows of a kernel table', () => {
  /** A table that returns whole rows up to a page per read; the result has the number of reads. */
  async function reading(rows: number, width: number) {
    const table = Buffer.from('x'.repeat(rows * width));
    const perPage = Math.floor(4096 / width) * width;
    let [at, reads] = [0, 0];
    const bytes = await readRows('table', (buffer, from) => {
      reads += 1;
      const count = table.copy(buffer, from, at, Math.min(at + perPage, table.length));
      at += count;
      return Promise.resolve(count);
    });
    expect(bytes.equals(table)).toBe(true);
    return reads;
  }

  it('are read to the last one, and not asked for once more', async () => {
    expect(await reading(1, 150)).toBe(1);
    expect(await reading(20, 150)).toBe(1);
    expect(await reading(30, 150)).toBe(2);
    expect(await reading(4 * 27 + 1, 150)).toBe(5);
  });

  it('are all read where the last page is full, or the buffer', async () => {
    expect(await reading(27, 150)).toBe(2);
    expect(await reading(200, 150)).toBeGreaterThan(7);
    for (const rows of [0, 5, 8, 16, 31, 32, 33]) await reading(rows, 512);
  });
});
