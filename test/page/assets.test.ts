import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CATALOGUES, filesOf, firstFilesOf, FOLDER, sizeOf } from '../support/page-files.ts';

it.each([
  // Explanations and logs have drawers of their own, loaded when opened: 6 kB of it. Busiest programs and axes on a wall: 500 bytes.
  // Boards: 6.4 kB, loaded when one is opened, but for 300 bytes; thresholds of several series: 400; the last view without a network: 200.
  // The menu and names of actions in Ctrl-K: 3 kB; who causes an alert, in words: 600 bytes.
  // Forms of boards, tiles that move, logs that are followed: 5 kB, loaded when opened.
  // The question who is logged in, ended processes and equal alerts in one line: 1 kB.
  // One list of actions of page and terminal, with the reasons where one side lacks something: 900 bytes.
  // Who is logged in, what the role lacks, and the login at a provider: 1.3 kB.
  // Subjects and alerts in the words of the reader's language: 2.6 kB, on the page of a fleet too.
  { page: 'index.html', first: 106_000, all: 243_000 },
  // 100 more in all: marks that scale with the text, sparklines that tell the top of their scale.
  { page: 'fleet.html', first: 88_800, all: 117_400 },
])('$page begins with at most $first bytes over the wire, and takes at most $all', (most) => {
  const [first, all] = [firstFilesOf(most.page), filesOf(most.page)];
  expect(first.length).toBeGreaterThan(2);
  expect(all.size).toBeGreaterThan(first.length);
  expect(sizeOf(first)).toBeLessThanOrEqual(most.first);
  expect(sizeOf(all)).toBeLessThanOrEqual(most.all);
});

it('no page carries a library beyond these, such as the engine of patterns', () => {
  const bill = readFileSync(join(FOLDER, '../sbom.cdx.json'), 'utf8');
  const { components } = JSON.parse(bill) as { components: { name: string }[] };
  expect(components.map(({ name }) => name)).toEqual([
    '@fastify/swagger-ui',
    '@vue/reactivity',
    '@vue/runtime-core',
    '@vue/runtime-dom',
    '@vue/shared',
    'swagger-ui-dist',
    'uplot',
  ]);
});

// A quarter of it are sentences of alerts and explanations.
it.each(CATALOGUES)('the texts of a language take at most 41,000 bytes: %s', (name) => {
  expect(sizeOf([name])).toBeLessThanOrEqual(41_000);
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
