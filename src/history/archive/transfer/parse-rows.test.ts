import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { linesOf } from './parse-rows.ts';

it('has all lines, however late they are asked for', async () => {
  const input = Readable.from(['a\r\nb', '\n\nc']);
  const lines = linesOf(() => input);
  // Reading the input ends within a few turns.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  expect(found).toEqual(['a', 'b', '', 'c']);
});

it('rejects with the error of a file', async () => {
  const missing = join(temporaryTree(), 'gone');
  await expect(linesOf(() => createReadStream(missing)).next()).rejects.toThrow('ENOENT');
});
