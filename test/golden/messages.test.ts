/**
 * One catalogue of all texts that people read, to be read aloud from top to bottom: whoever changes a text sees it beside the
 * others. `GOLDEN_UPDATE=1 npx vitest run --project unit test/golden/messages.test.ts` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messagesOf } from '../support/messages.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(import.meta.dirname, 'messages.txt');

it('is that of the sources', () => {
  const catalogue = [...messagesOf(ROOT, ['src', 'web'])]
    .map(([folder, messages]) => `# ${folder}\n${messages.join('\n')}\n`)
    .join('\n');
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(FILE, catalogue);
  expect(catalogue).toBe(readFileSync(FILE, 'utf8'));
});
