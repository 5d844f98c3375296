import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  lchownSync,
  linkSync,
  mkdirSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { openShownFile, writeShownFile } from './shown-file.ts';

const modeOf = (path: string): number => lstatSync(path).mode & 0o777;

it('a new file can be read by others, as far as the umask allows', async () => {
  const path = `${temporaryTree()}/new/values.json`;
  await writeShownFile(path, Buffer.from('1'));
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['1', 0o644 & ~process.umask()]);
});

it('a file keeps its permissions; a link to one is replaced, and what it leads to stays', async () => {
  const folder = temporaryTree();
  const path = `${folder}/values.json`;
  writeFileSync(path, 'old');
  chmodSync(path, 0o640);
  symlinkSync(path, `${folder}/link`);
  await writeShownFile(`${folder}/link`, Buffer.from('new'));
  expect([readFileSync(path, 'utf8'), lstatSync(`${folder}/link`).isFile()]).toEqual(['old', true]);
  await writeShownFile(path, Buffer.from('newer'));
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['newer', 0o640]);
});

it('a descriptor of this process is written to, whatever it leads to', async () => {
  const path = `${temporaryTree()}/values.json`;
  const file = openSync(path, 'w');
  onTestFinished(() => closeSync(file));
  await writeShownFile(`/proc/self/fd/${file}`, Buffer.from('longer'));
  await writeShownFile(`/proc/self/fd/${file}`, Buffer.from('new'));
  expect(readFileSync(path, 'utf8')).toBe('new');
});

it('a pipe is written to, and stays one', async () => {
  const path = `${temporaryTree()}/pipe`;
  execFileSync('mkfifo', [path]);
  symlinkSync(path, `${path}-link`);
  await expect(writeShownFile(path, Buffer.from('1'))).rejects.toMatchObject({ code: 'ENXIO' });
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  await writeShownFile(`${path}-link`, Buffer.from('1'));
  const bytes = Buffer.alloc(8);
  expect(bytes.toString('utf8', 0, readSync(reader, bytes))).toBe('1');
  expect(lstatSync(path).isFIFO()).toBe(true);
});

it.runIf(process.geteuid?.() === 0)(
  'what others place there is refused: links, pipes and second names',
  async () => {
    const folder = temporaryTree();
    mkdirSync(`${folder}/tmp`);
    chmodSync(`${folder}/tmp`, 0o1777);
    const pipe = `${folder}/tmp/pipe`;
    execFileSync('mkfifo', [pipe]);
    lchownSync(pipe, 65_534, 65_534);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(reader));
    for (const target of ['/dev/null', pipe]) {
      const link = `${folder}/tmp/cpu.svg`;
      symlinkSync(target, link);
      lchownSync(link, 65_534, 65_534);
      await expect(writeShownFile(link, Buffer.from('1'))).rejects.toThrow('is a link of another user');
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      unlinkSync(link);
    }
    await expect(writeShownFile(pipe, Buffer.from('1'))).rejects.toThrow('it belongs to another user');
    writeFileSync(`${folder}/passwd`, 'root');
    linkSync(`${folder}/passwd`, `${folder}/tmp/table.csv`);
    await expect(openShownFile(`${folder}/tmp/table.csv`, constants.O_WRONLY)).rejects.toThrow(
      'it has a second name',
    );
  },
);
