/** The prose of the documentation: sentences, paragraphs and phrases by the house style. Generated pages are tables. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generators } from '../../scripts/docs/generators.ts';
import { longSentencesOf, phrasesIn, wordsOf } from '../support/prose.ts';

const ROOT = join(import.meta.dirname, '../..');
const LONGEST_PARAGRAPH = 100;
/** Two pages; tables and code are looked up, not read. */
const LONGEST_PAGE = 1000;
const generated = new Set(generators.map(({ path }) => path));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md') && !generated.has(path));

/** Items of lists count each; tables, headings and code do not. */
function paragraphsOf(text: string): string[] {
  return text
    .replaceAll(/```[^]*?```/g, '')
    .split(/\n\s*\n/)
    .filter((block) => !/^\s*[|#]/.test(block))
    .flatMap((block) => block.split(/\n(?=\s*(?:[-*]|\d+\.) )/))
    .map((paragraph) => paragraph.trim().replaceAll(/\s+/g, ' '));
}

it.each(pages.filter((path) => path.startsWith('docs/')))('%s has two pages of prose at most', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/```[^]*?```/g, '');
  const prose = text.split('\n').filter((line) => !line.startsWith('|'));
  expect(wordsOf(prose.join(' ').trim().replaceAll(/\s+/g, ' '))).toBeLessThanOrEqual(LONGEST_PAGE);
});

it.each(pages)('%s has short sentences and paragraphs, and none of the phrases', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const paragraphs = paragraphsOf(text);
  expect(paragraphs.flatMap(longSentencesOf)).toEqual([]);
  expect(paragraphs.filter((paragraph) => wordsOf(paragraph) > LONGEST_PARAGRAPH)).toEqual([]);
  expect(phrasesIn(text.replaceAll(/\s+/g, ' '), ['of the field'])).toEqual([]);
});

const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

it.each(['src', 'web'])('comments in %s have none of the phrases', (folder) => {
  const found = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|vue)$/.test(name))
    .flatMap((name) =>
      [...readFileSync(join(ROOT, folder, name), 'utf8').matchAll(COMMENT)]
        .map(([comment]) => comment.replaceAll(/[\s*]+/g, ' '))
        .filter((comment) => phrasesIn(comment, ['in one go', 'meanwhile', 'by then']).length > 0)
        .map((comment) => `${name}: ${comment}`),
    );
  expect(found).toEqual([]);
});
