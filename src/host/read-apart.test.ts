import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../test/support/temporary-directory.ts';
import { readApart } from './read-apart.ts';

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
