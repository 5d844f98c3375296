/** The packages that `npm start` and `npm test` consider installed. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { isInstalled } from '../../scripts/ensure.js';
import { temporaryTree } from '../support/temporary-directory.ts';

const BUILD = { 'node_modules/vite': { version: '8.3.8' }, 'node_modules/rolldown': { version: '1.0.0' } };
const TESTS = {
  'node_modules/gander-tests': { resolved: 'test', link: true },
  'node_modules/vitest': { version: '4.1.12' },
};
const NATIVE = { 'node_modules/@rolldown/other': { version: '1.0.0', optional: true } };
const LOCK = { '': { devDependencies: { vite: '8.3.8' } }, ...BUILD, ...TESTS, ...NATIVE };

/** Whether that is all for a start, and for tests. @param isNewer the packages were installed after the lock file was written */
function states(installed: object | null, isNewer = false): [boolean, boolean] {
  const folder = temporaryTree();
  mkdirSync(join(folder, 'node_modules'));
  const write = (name: string, packages: object, seconds: number) => {
    writeFileSync(join(folder, name), JSON.stringify({ packages }));
    utimesSync(join(folder, name), seconds, seconds);
  };
  write('package-lock.json', LOCK, 2);
  if (installed !== null) write('node_modules/.package-lock.json', installed, isNewer ? 3 : 1);
  return [isInstalled(folder, false) as boolean, isInstalled(folder, true) as boolean];
}

it.each([
  ['nothing', null, [false, false]],
  ['what a build needs', BUILD, [true, false]],
  ['everything', { ...BUILD, ...TESTS }, [true, true]],
  ['only tests', TESTS, [false, false]],
  ['another version of a tool', { ...BUILD, 'node_modules/vite': { version: '8.3.7' } }, [false, false]],
  [
    'another version of what a tool needs',
    { ...BUILD, ...TESTS, 'node_modules/rolldown': { version: '0.9.0' } },
    [false, false],
  ],
  [
    'another version of what tests need',
    { ...BUILD, ...TESTS, 'node_modules/vitest': { version: '4.0.0' } },
    [false, false],
  ],
])('with %s installed', (_, installed, expected) => {
  expect(states(installed)).toEqual(expected);
});

it('accepts versions that were installed after the lock file was written', () => {
  const other = { ...BUILD, 'node_modules/vite': { version: '9.0.0' } };
  expect(states(other, true)).toEqual([true, false]);
  expect(states({ ...other, ...TESTS }, true)).toEqual([true, true]);
  expect(states(TESTS, true)).toEqual([false, false]);
});
