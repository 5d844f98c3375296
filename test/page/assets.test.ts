import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PAGES = join(import.meta.dirname, '../../dist/web');
const FOLDER = join(PAGES, 'static');

/** Files that a page may ever ask for: those it names, those that they name, and so on. */
function filesOf(page: string): Set<string> {
  const all = readdirSync(FOLDER).filter((name) => !name.endsWith('.gz'));
  const found = new Set<string>();
  const look = (text: string): void => {
    for (const name of all.filter((one) => !found.has(one) && text.includes(one))) {
      found.add(name);
      look(readFileSync(join(FOLDER, name), 'utf8'));
    }
  };
  look(readFileSync(join(PAGES, page), 'utf8'));
  return found;
}

const sizeOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, name) => sum + statSync(join(FOLDER, `${name}.gz`)).size, 0);

it.each([
  ['index.html', 120_000],
  ['fleet.html', 80_000],
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
