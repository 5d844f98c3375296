/** The npm package, which the Debian package and the image are made of: tracked files only, and every document that they link to. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { packedFiles, refuseUntracked } from '../../scripts/packed-files.js';
import { temporaryTree } from '../support/temporary-directory.ts';

const ROOT = join(import.meta.dirname, '../..');
const git = (root: string, ...argv: string[]): string[] =>
  execFileSync('git', argv, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const FOLDERS = ['bin', 'docs', 'examples', 'man', 'packaging'];
const tracked = git(ROOT, 'ls-files', ...FOLDERS, '*.md', 'package.json', '.dockerignore');

const SECRETS = [
  'bin/password',
  'docs/gander-password.txt',
  'examples/gander-password.txt',
  'examples/helm/gander/values-mine.yaml',
  'examples/home-assistant/gander/secret.key',
  'man/password.1',
];

/** Some of the tracked files outside of the sources, and files of an administrator. */
function clone(own: readonly string[], paths: readonly string[]): string {
  const root = temporaryTree();
  for (const path of paths) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  git(root, 'init', '--quiet');
  git(root, 'add', '--all');
  for (const path of own) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'a secret');
  }
  return root;
}

describe('a package', () => {
  let packed: string[];

  it('has no file of an administrator, and needs no git for that', () => {
    const root = clone(SECRETS, tracked);
    packed = packedFiles(root) as string[];
    expect(packed.filter((path) => !tracked.includes(path))).toEqual([]);
    expect(() => refuseUntracked(root)).not.toThrow();
  });

  it('has every example', () => {
    const examples = tracked.filter((path) => path.startsWith('examples/'));
    expect(packed.filter((path) => path.startsWith('examples/'))).toEqual(expect.arrayContaining(examples));
  });

  it('is not made with documents outside git', () => {
    const root = clone(['docs/draft.md', 'docs/decisions/draft.md'], ['package.json']);
    expect(() => refuseUntracked(root)).toThrow(
      'docs/decisions/draft.md, docs/draft.md: not in git, so not packed. Add them with `git add`, or move them out of this clone.',
    );
  });

  it('has what its documents link to, except pictures', () => {
    // They describe the sources.
    const ofSources = new Set(['CONTRIBUTING.md', 'docs/architecture.md']);
    const pages = packed.filter((path) => path.endsWith('.md') && !ofSources.has(path));
    expect(pages.length).toBeGreaterThan(40);
    const missing = pages.flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(/(?<!!\[[^\]]*)\]\((?![a-z]+:|#)([^)#\s]+)/g)]
        .map(([, link = '']) => normalize(join(dirname(page), link)))
        .filter((path) => !packed.includes(path))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

it('the image is built without documents and examples', () => {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['docs', 'examples']));
});

it('examples keep secrets outside the clone', () => {
  const texts = tracked
    .filter((path) => /^(docs|examples)\//.test(path))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const places = texts.flatMap((text) =>
    [...text.matchAll(/\bfile: *(\S*password\S*)/g)].map(([, at]) => at),
  );
  expect(places.length).toBeGreaterThan(1);
  expect(places.filter((place) => !place?.startsWith('/'))).toEqual([]);
});
