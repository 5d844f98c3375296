/** The sources that tests read as text: modules and components, but no tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Path from the root (`src/core/fields.ts`) and text of each below these folders, sorted by path. */
export const sourceFiles = (root: string, ...folders: readonly string[]): [path: string, text: string][] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        posix.join(folder, name),
      ),
    )
    .filter((path) => /\.(ts|vue)$/.test(path) && !path.endsWith('.test.ts'))
    .sort()
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);

/** Script of a module or a component. Templates and styles become empty, and lines keep their numbers. */
export const scriptOf = (path: string, text: string): string =>
  path.endsWith('.vue')
    ? text
        .split(/(^<script[^>]*>|^<\/script>)/m)
        .map((part, at) => (at % 4 === 2 ? part : part.replaceAll(/[^\n]/g, '')))
        .join('')
    : text;
