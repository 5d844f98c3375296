/** Writes the files that are generated from the declarations: `npm run docs`. `test/unit/docs.test.ts` fails while one is stale. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generators } from './docs/generators.ts';
import { staleFiles } from './docs/stale.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const read = (path: string): string | null => {
  try {
    return readFileSync(root + path, 'utf8');
  } catch {
    return null;
  }
};

for (const { path, text } of await staleFiles(generators, read)) {
  mkdirSync(dirname(root + path), { recursive: true });
  writeFileSync(root + path, text);
  console.log(`wrote ${path}`);
}
