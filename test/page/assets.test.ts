import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf, FOLDER, sizeOf } from '../support/page-files.ts';

it.each([
  ['index.html', 160_000],
  ['fleet.html', 88_000],
])('%s takes at most %d bytes over the wire in all', (page, most) => {
  const files = filesOf(page);
  expect(files.size).toBeGreaterThan(2);
  expect(sizeOf(files)).toBeLessThanOrEqual(most);
});

it('neither page carries what only the other shows', () => {
  const [host, fleet] = [filesOf('index.html'), filesOf('fleet.html')];
  const text = (files: Set<string>): string =>
    [...files].map((name) => readFileSync(join(FOLDER, name), 'utf8')).join('');
  expect(text(host)).not.toContain('fleet-search');
  expect(text(fleet)).not.toContain('vital-cell');
});

it.each(['index.html', 'fleet.html'])(
  'the scripts that %s begins with are compiled as they arrive',
  (page) => {
    const html = readFileSync(join(FOLDER, '..', page), 'utf8');
    const first = [...html.matchAll(/static\/([\w-]+\.js)"/g)].map(([, name = '']) => name);
    expect(first.length).toBeGreaterThan(2);
    for (const name of first)
      expect(readFileSync(join(FOLDER, name), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  },
);
