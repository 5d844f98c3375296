/** The files of the built pages. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = join(import.meta.dirname, '../../dist/web');
/** Where the files of both pages are. */
export const FOLDER = join(PAGES, 'static');

/** Browsers read the manifest and its icons only to install the page, and at most one catalogue. */
const isLoaded = (name: string): boolean => !/\.(gz|webmanifest|png|json)$/.test(name);

export const CATALOGUES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** Files that a page may request, directly and indirectly. */
export function filesOf(page: string): Set<string> {
  const all = readdirSync(FOLDER).filter(isLoaded);
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

/** Files that it starts with: named in its HTML. */
export const firstFilesOf = (page: string): string[] => {
  const html = readFileSync(join(PAGES, page), 'utf8');
  return readdirSync(FOLDER).filter((name) => isLoaded(name) && html.includes(name));
};

/** Bytes over the wire: the compressed forms. */
export const sizeOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, name) => sum + statSync(join(FOLDER, `${name}.gz`)).size, 0);
