import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { exporterNamed, openingOf } from '../../../test/support/export-once.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';

const NOW = Date.UTC(2026, 10, 24);

/** Writes the lines one after the other. */
async function write(options: Record<string, unknown>, ...lines: string[]): Promise<void> {
  const csv = exporterNamed('csv');
  const session = csv.open(openingOf(csv, options));
  const { signal } = new AbortController();
  for (const line of lines) await session.send(Buffer.from(line), { now: NOW, signal });
}

it('a line per export below the header, and a second file for other columns', async () => {
  const file = `${temporaryTree()}/values.csv`;
  await write({ file }, 'a,b\n1,2\n', 'a,b\n3,4\n');
  await write({ file }, 'a,b\n5,6\n', 'c\n7\n');
  expect(readFileSync(file, 'utf8')).toBe('a,b\n1,2\n3,4\n5,6\n');
  expect(readFileSync(file.replace('.csv', '.20261124T000000Z.csv'), 'utf8')).toBe('c\n7\n');
});

it('a symbolic link is not followed, whether its target exists or not', async () => {
  const folder = temporaryTree({ target: 'old\n' });
  for (const target of ['target', 'dangling']) {
    const file = `${folder}/${target}.csv`;
    symlinkSync(target, file);
    await expect(write({ file }, 'a\n1\n')).rejects.toThrow(
      `${file} is a symbolic link, which is not followed: name its target with file=`,
    );
  }
  expect([readFileSync(`${folder}/target`, 'utf8'), existsSync(`${folder}/dangling`)]).toEqual([
    'old\n',
    false,
  ]);
});

it('overwriting replaces a link, not its target', async () => {
  const folder = temporaryTree({ target: 'old\n' });
  const file = `${folder}/values.csv`;
  symlinkSync('target', file);
  await write({ file, overwrite: true }, 'a\n1\n');
  expect([readFileSync(`${folder}/target`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['old\n', 'a\n1\n']);
});

it('a pipe and a folder are refused at once', async () => {
  const folder = temporaryTree();
  const file = `${folder}/pipe`;
  execFileSync('mkfifo', [file]);
  // A reader ends the wait of an agent that waits for one.
  onTestFinished(() => writeFileSync(file, '', { flag: 'r+' }));
  const refusal = ' is not a regular file: choose another with file=';
  await expect(write({ file }, 'a\n1\n')).rejects.toThrow(file + refusal);
  expect(lstatSync(file).isFIFO()).toBe(true);
  mkdirSync(`${folder}/folder`);
  await expect(write({ file: `${folder}/folder` }, 'a\n1\n')).rejects.toThrow(refusal);
});

it('a descriptor of this process is written to, whatever it leads to', async () => {
  const path = `${temporaryTree()}/values.csv`;
  const descriptor = openSync(path, 'w');
  onTestFinished(() => closeSync(descriptor));
  await write({ file: `/proc/self/fd/${descriptor}`, overwrite: true }, 'a\n1\n', 'a\n2\n');
  expect(readFileSync(path, 'utf8')).toBe('a\n1\n2\n');
});
