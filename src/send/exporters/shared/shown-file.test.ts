import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { writeShownFile } from './shown-file.ts';

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
