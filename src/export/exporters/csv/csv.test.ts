import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { exporterNamed, openingOf } from '../../../../test/support/exporter-opening.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';

const NOW = Date.UTC(2026, 10, 24);

const DAY = 86_400_000;

/** Writes the tables one after the other; each is a header and a line. */
async function write(options: Record<string, unknown>, ...tables: (string | [table: string, now: number])[]) {
  const csv = exporterNamed('csv');
  const session = csv.open(openingOf(csv, options));
  const { signal } = new AbortController();
  for (const table of tables) {
    const [text, now] = typeof table === 'string' ? [table, NOW] : table;
    await session.send(Buffer.from(text), { now, signal });
  }
  return session;
}

const textOf = (path: string): string => readFileSync(path, 'utf8');

it('a line per export below the header, and a second file for columns of another plugin', async () => {
  const file = `${temporaryTree()}/values.csv`;
  await write({ file }, 'a.x,b.x\n1,2\n', 'a.x,b.x\n3,4\n');
  // In another order, without the removed one.
  await write({ file }, 'b.x,a.x\n6,5\n', 'b.x\n7\n', 'a.x,c.x\n8,9\n');
  expect(textOf(file)).toBe('a.x,b.x\n1,2\n3,4\n5,6\n,7\n');
  expect(textOf(file.replace('.csv', '.20261124T000000Z.csv'))).toBe('a.x,b.x,c.x\n8,,9\n');
});

it('items that come later begin no file on this day, also not after a restart', async () => {
  const folder = temporaryTree();
  const file = `${folder}/values.csv`;
  const session = await write({ file }, 'irq.1.x\n1\n', 'irq.1.x,irq.2.x\n2,3\n');
  expect(session.note?.()).toBe(
    `leaves out 1 values that have no column in ${file}; the first file of another day has them`,
  );
  await write(
    { file },
    'irq.2.x,"irq.3,\n""3"".x"\n5,6\n',
    ['irq.1.x\n7\n', NOW + DAY],
    ['irq.1.x\n8\n', NOW + DAY],
  );
  expect(textOf(file)).toBe('irq.1.x\n1\n2\n\n');
  expect(textOf(`${folder}/values.20261125T000000Z.csv`)).toBe(
    'irq.1.x,irq.2.x,"irq.3,\n""3"".x"\n7,,\n8,,\n',
  );
  expect(readdirSync(folder)).toHaveLength(2);
});

it('a file that was rotated begins with a header, and has all columns', async () => {
  const file = `${temporaryTree()}/values.csv`;
  const session = await write({ file }, 'irq.1.x\n1\n', 'irq.1.x,irq.2.x\n2,3\n');
  renameSync(file, `${file}.1`);
  await session.send(Buffer.from('irq.1.x,irq.2.x\n4,5\n'), {
    now: NOW,
    signal: new AbortController().signal,
  });
  expect(textOf(file)).toBe('irq.1.x,irq.2.x\n4,5\n');
  expect(session.note?.()).toBe(null);
});

it('a file of something else stays as it is', async () => {
  const folder = temporaryTree({ 'values.csv': 'no header' });
  await write({ file: `${folder}/values.csv` }, 'a.x\n1\n');
  expect(textOf(`${folder}/values.csv`)).toBe('no header');
  expect(textOf(`${folder}/values.20261124T000000Z.csv`)).toBe('a.x\n1\n');
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
