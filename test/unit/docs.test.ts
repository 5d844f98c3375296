import { describe, expect, it } from 'vitest';
import { staleFiles } from '../../scripts/docs/stale.ts';

describe('staleFiles', () => {
  const generator = (path: string) => ({ path, generate: () => `text of ${path}` });

  it('tells stale and missing files from fresh ones', async () => {
    const files = new Map([
      ['fresh', 'text of fresh'],
      ['stale', 'something else'],
    ]);
    const stale = await staleFiles(
      ['fresh', 'stale', 'missing'].map(generator),
      (path) => files.get(path) ?? null,
    );
    expect(stale.map(({ path }) => path)).toEqual(['stale', 'missing']);
  });
});
