/** What a room of the page adds is declared in the room, and in one list. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ENTRIES } from './entries.ts';

const WEB = import.meta.dirname;
const files = new Map(
  readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|vue)$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => [path, readFileSync(join(WEB, path), 'utf8')]),
);
const textOf = (path: string): string => files.get(path) ?? '';
const declared = [...files.keys()].filter((path) => path.endsWith('-entry.ts')).sort();
/** Files outside its room that say it; the page of the fleet has separate ones. */
const outside = (path: string, said: RegExp, among: (path: string) => boolean = () => true): string[] =>
  [...files].flatMap(([other, text]) =>
    !other.startsWith(`${dirname(path)}/`) && !other.startsWith('fleet/') && among(other) && said.test(text)
      ? [other]
      : [],
  );
/** Rooms that know no features: files of all rooms, view, keys, switcher. */
const isShared = (path: string): boolean =>
  !path.includes('/') || /^(state|parts|keys|switcher)\//.test(path);

it('lists each entry once', () => {
  expect(declared.length).toBeGreaterThan(10);
  const listed = [...textOf('entries.ts').matchAll(/from '\.\/(.*-entry\.ts)'/g)].map(([, path]) => path);
  expect(listed.sort()).toEqual(declared);
  expect(ENTRIES.length).toBe(declared.length);
  expect(new Set(ENTRIES).size).toBe(declared.length);
});

it.each(declared)('%s is read by the list alone', (path) => {
  expect(outside(path, new RegExp(`/${basename(path).replace('.', '\\.')}'`))).toEqual(['entries.ts']);
});

it.each(declared)('what %s opens is named in its room, and where it is loaded', (path) => {
  const text = textOf(path);
  const loaded = [...text.matchAll(/import\('\.\/(\w+)\.vue'\)/g)].map(([, name]) => name);
  const deferred = [...text.matchAll(/deferred: \(all\) => all\.(\w+)/g)].map(([, name]) => name);
  for (const name of loaded) expect(outside(path, new RegExp(`\\b${name}\\b`))).toEqual([]);
  for (const name of deferred) expect(outside(path, new RegExp(`\\b${name}\\b`))).toEqual(['deferred.ts']);
});

it.each(declared)('the name of %s in the address is no business of shared files', (path) => {
  const names = [...textOf(path).matchAll(/^ {2}(?:panel|text): '(\w+)'/gm)].map(([, name = '']) => name);
  for (const name of names.filter((one) => one !== 'switch'))
    expect(outside(path, new RegExp(`'${name}'|\\bview\\.${name}\\b`), isShared)).toEqual([]);
});
