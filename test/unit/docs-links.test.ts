/** Links, headings and files that the documents name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'web/README.md'];
const documents = [
  ...PAGES,
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```/gms, '');
const read = (path: string): string => withoutCode(readFileSync(join(ROOT, path), 'utf8'));

/** The fragment under which GitHub shows a heading. */
const fragment = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');

const fragments = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => fragment(heading));

function brokenLink(document: string, link: string): boolean {
  const [path = '', wanted] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(ROOT, target))) return true;
  return wanted !== undefined && !fragments(target).includes(wanted);
}

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('links to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(local.filter((link) => brokenLink(document, link))).toEqual([]);
  });

  it('names tests that exist', () => {
    const paths = [...text.matchAll(/`((?:src|test|web)\/[\w./-]+\.test\.ts)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
