import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keptLog } from '../../../test/support/notify.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createFileProblems } from '../../core/file-problems.ts';
import { text } from '../../core/shape.ts';
import { keepList } from './keep-list.ts';

function openList(path: string) {
  const { lines, log } = keptLog();
  const problems = createFileProblems({ write: log });
  const list = keepList(path, text(), { loss: 'Words are missing.', problems, obstacle: () => null });
  return { list, lines };
}

it.each([
  ['["a",', []],
  ['["a",7]', ['a']],
])('reads what it can of %j, says why it is not all, and never overwrites it', async (content, words) => {
  const path = `${temporaryTree({ 'words.json': content })}/words.json`;
  const { list, lines } = openList(path);
  const loaded: string[] = [];
  list.reload(['known'], (saved) => loaded.push(...saved));
  expect(loaded).toEqual(words);
  expect(lines).toEqual([
    expect.stringMatching(/^WARNING .*words\.json is damaged.*\. Words are missing\. Repair it/),
  ]);
  await expect(list.save(['b'])).rejects.toThrow('Repair it or move it away, then restart Gander');
  expect(readFileSync(path, 'utf8')).toBe(content);
});

it('keeps what is known where there is no file yet', async () => {
  const path = `${temporaryTree()}/words.json`;
  const { list, lines } = openList(path);
  list.reload([], () => expect.unreachable());
  await list.save(['b']);
  const loaded: string[] = [];
  list.reload([], (saved) => loaded.push(...saved));
  expect([loaded, lines]).toEqual([['b'], []]);
});
