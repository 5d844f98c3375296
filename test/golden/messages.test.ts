/**
 * One catalogue of all texts that people read, to be read aloud from top to bottom. A change of a text is seen beside its
 * neighbours. `GOLDEN_UPDATE=1 npx vitest run --project unit test/golden/messages.test.ts` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messagesOf } from '../support/messages.ts';
import { longSentencesOf, phrasesIn } from '../support/prose.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(import.meta.dirname, 'messages.txt');

const messages = messagesOf(ROOT, ['src', 'web']);

it('have short sentences, and none of the phrases', () => {
  const all = [...messages.values()].flat();
  expect(all.flatMap(longSentencesOf)).toEqual([]);
  expect(all.filter((text) => phrasesIn(text).length > 0)).toEqual([]);
});

it('are those of the catalogue', () => {
  const catalogue = [...messages]
    .map(([folder, texts]) => `# ${folder}\n${texts.join('\n')}\n`)
    .join('\n');
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(FILE, catalogue);
  expect(catalogue).toBe(readFileSync(FILE, 'utf8'));
});
