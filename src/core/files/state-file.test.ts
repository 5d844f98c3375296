import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { Disk } from './disk.ts';
import { createStateFile, parseList, type StateFile } from './state-file.ts';

const isWord = (value: unknown): value is string => typeof value === 'string';
const open = (
  path: string,
  setup: { disk?: Disk; onSetAside?: (path: string) => void } = {},
): StateFile<string[]> => createStateFile(path, { parse: (text) => parseList(text, isWord), ...setup });

const pathOf = (text: string): string => `${temporaryTree({ 'x.json': text })}/x.json`;

it('tells a file that does not exist from an empty list', () => {
  expect(open(`${temporaryTree()}/x.json`).load()).toEqual({ value: null, problem: null });
  expect(open(pathOf('[]')).load()).toEqual({ value: [], problem: null });
});

it.each([
  ['', null, 'is damaged'],
  ['{}', null, 'is damaged'],
  ['["a",1]', ['a'], 'is damaged: 1 entries make no sense'],
])('does not overwrite %j', async (text, value, problem) => {
  const path = pathOf(text);
  const file = open(path);
  expect(file.load()).toEqual({ value, problem: `${path} ${problem}` });
  for (const content of ['["b"]', null])
    await expect(file.save(content)).rejects.toThrow(
      `${path} ${problem}. Repair it or move it away, then restart Gander`,
    );
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('saves once the file was moved away, or read again', async () => {
  const path = pathOf('?');
  const file = open(path);
  file.load();
  renameSync(path, `${path}.old`);
  await file.save('["b"]');
  expect(file.load().value).toEqual(['b']);
  writeFileSync(path, '?');
  file.load();
  writeFileSync(path, '["c"]');
  expect(file.load().value).toEqual(['c']);
  await file.save('["d"]');
  expect(file.load().value).toEqual(['d']);
});

it.each(['["b"]', null])(
  'sets a file aside where nobody would read an error, before %j is saved',
  async (content) => {
    const path = pathOf('?');
    const aside: string[] = [];
    const file = open(path, { onSetAside: (one) => aside.push(one) });
    file.load();
    await file.save(content);
    await file.save(content);
    expect(aside).toEqual([expect.stringMatching(/x\.json\.unreadable-\d+$/)]);
    expect(readFileSync(aside[0] ?? '', 'utf8')).toBe('?');
    rmSync(aside[0] ?? '');
    expect(readdirSync(path.replace('/x.json', ''))).toEqual(content === null ? [] : ['x.json']);
  },
);

it('overwrites nothing where the file can be neither read nor set aside', async () => {
  const path = pathOf('?');
  const memory = createMemoryDisk({ [path]: '?' });
  const rename = () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
  const file = open(path, { disk: { ...memory, rename }, onSetAside: () => {} });
  file.load();
  await expect(file.save('[]')).rejects.toThrow('EIO');
  expect(memory.contents()).toEqual({ [path]: '?' });
});
