import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { lossyListOf, text } from '../shape.ts';
import type { Disk } from './disk.ts';
import { createStateFile, parseAs, type StateFile } from './state-file.ts';

const WORDS = lossyListOf(text());
const open = (
  path: string,
  setup: { disk?: Disk; isDerived?: true; said?: (string | null)[] } = {},
): StateFile<readonly string[]> => {
  const report = (_path: string, sentence: string | null): void => void setup.said?.push(sentence);
  const reports = { problems: { report }, loss: 'Words are missing.' };
  return createStateFile(path, { parse: parseAs(WORDS), reports, ...setup });
};

const pathOf = (text: string): string => `${temporaryTree({ 'x.json': text })}/x.json`;

it('tells a file that does not exist from an empty list', () => {
  expect(open(`${temporaryTree()}/x.json`).load()).toEqual({ value: null, problem: null });
  expect(open(pathOf('[]')).load()).toEqual({ value: [], problem: null });
});

it.each([
  ['', null, 'is damaged: it is not JSON'],
  ['{}', null, 'is damaged: it must be a list'],
  ['["a",1]', ['a'], 'is damaged: [1] must be a text'],
  ['[1,"a",2,3]', ['a'], 'is damaged: [0] must be a text, and 2 more of its values are wrong'],
])('does not overwrite %j', async (content, value, problem) => {
  const path = pathOf(content);
  const said: (string | null)[] = [];
  const file = open(path, { said });
  expect(file.load()).toEqual({ value, problem: `${path} ${problem}` });
  expect(said).toEqual([
    `${path} ${problem}. Words are missing. Repair it or move it away, then restart Gander.`,
  ]);
  for (const next of ['["b"]', null])
    await expect(file.save(next)).rejects.toThrow(
      `${path} ${problem}. Repair it or move it away, then restart Gander`,
    );
  expect(readFileSync(path, 'utf8')).toBe(content);
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
    const said: (string | null)[] = [];
    const file = open(path, { isDerived: true, said });
    file.load();
    await file.save(content);
    await file.save(content);
    const kept = /^.*x\.json was damaged, and is kept as (.*unreadable-\d+)\. Words are missing\.$/;
    expect(said).toEqual([
      `${path} is damaged: it is not JSON. Words are missing.`,
      expect.stringMatching(kept),
    ]);
    const aside = kept.exec(said[1] ?? '')?.[1] ?? '';
    expect(readFileSync(aside, 'utf8')).toBe('?');
    rmSync(aside);
    expect(readdirSync(path.replace('/x.json', ''))).toEqual(content === null ? [] : ['x.json']);
  },
);

it('overwrites nothing where the file can be neither read nor set aside', async () => {
  const path = pathOf('?');
  const memory = createMemoryDisk({ [path]: '?' });
  const rename = () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
  const said: (string | null)[] = [];
  const file = open(path, { disk: { ...memory, rename }, isDerived: true, said });
  file.load();
  await expect(file.save('[]')).rejects.toThrow('EIO');
  expect(memory.contents()).toEqual({ [path]: '?' });
  expect(said.at(-1)).toMatch(/^\/.*x\.json cannot be written: .*\. Words are missing\.$/);
});
