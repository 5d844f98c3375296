/**
 * Writes the files that are generated from the declarations: `npm run docs`. With `--check` it writes nothing and
 * fails when one of them is stale.
 */
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

const stale = await staleFiles(generators, read);
const isCheck = process.argv.includes('--check');
for (const { path, text } of stale) {
  if (isCheck) {
    console.error(`${path} is stale: run "npm run docs" and commit the result.`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(root + path), { recursive: true });
    writeFileSync(root + path, text);
    console.log(`wrote ${path}`);
  }
}
