import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { Failure, UsageError } from '../../core/errors.ts';
import { run } from './archive.ts';

/** The output of `gander archive`, and its exit code or failure. */
async function archive(...argv: string[]): Promise<[number | string, string]> {
  let printed = '';
  const stream = { write: (text: string) => ((printed += text), true) };
  const process = { argv: ['node', 'gander', 'archive', ...argv], env: {}, stdout: stream, stderr: stream };
  try {
    return [await run(process as unknown as NodeJS.Process, { pageFolder: '' }), printed];
  } catch (error) {
    if (error instanceof UsageError) return [`2 ${error.message}`, printed];
    if (!(error instanceof Failure)) throw error;
    return [`${error.exitCode} ${error.message}`, printed];
  }
}

describe('archive stat', () => {
  it('fails in one sentence where the folder does not exist', async () => {
    const path = join(temporaryTree(), 'gone');
    expect(await archive('stat', '--folder', path)).toEqual([
      `2 The folder ${path} does not exist: name the folder of the history with --folder.`,
      '',
    ]);
  });

  it('fails in one sentence where it cannot be read', async () => {
    const path = join(temporaryTree({ file: '' }), 'file');
    expect(await archive('stat', '--folder', path)).toEqual([
      `1 The folder ${path} cannot be read: it is not a folder, or a part of its path is not.`,
      '',
    ]);
  });

  it('says in one sentence that it is empty', async () => {
    const path = temporaryTree();
    expect(await archive('stat', '--folder', path)).toEqual([
      0,
      `${path} is empty: an agent writes its history there a minute after its start.\n`,
    ]);
  });

  it('counts what there is', async () => {
    const folder = temporaryTree();
    const [path, file] = [join(folder, 'archive'), join(folder, 'rows.csv')];
    writeFileSync(file, `time,cpu/total\n${Date.UTC(2026, 0)},5\n`);
    expect((await archive('import', '--folder', path, file))[0]).toBe(0);
    const [code, printed] = await archive('stat', '--folder', path);
    expect(code).toBe(0);
    expect(printed).toMatch(/: [1-9]\d* kB\n.*\nseries: 1\n/s);
  });
});
