import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../dist/web/static');

it('takes at most 120 kB over the wire in all', () => {
  const packed = readdirSync(FOLDER).filter((name) => name.endsWith('.gz'));
  const bytes = packed.reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
  expect(packed.length).toBeGreaterThan(2);
  expect(bytes).toBeLessThanOrEqual(120_000);
});
