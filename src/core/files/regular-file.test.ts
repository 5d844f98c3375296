import { constants, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeBad } from '../../../test/support/bad-files.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { openAppendFile } from './append-file.ts';
import { nodeDisk } from './disk.ts';
import { readTail } from './read-file.ts';
import { readKeptFile } from './read-small-file.ts';
import { reasonOf } from './reason-of.ts';

const OTHERS = [
  ['a folder', 'it is a directory'],
  ['a pipe', 'it is a pipe, not a file'],
  ['a loop of links', 'a symbolic link, or a loop of links, is in its place'],
] as const;

const reasonFor = (work: () => unknown): Promise<string> =>
  Promise.resolve().then(work).then(String, reasonOf);

describe.each(OTHERS)('%s in the place of a file', (way, words) => {
  const pathOf = (): string => {
    const path = `${temporaryTree()}/x`;
    makeBad(way, path, '');
    return path;
  };

  it('is refused at once by everything that reads or appends', async () => {
    const path = pathOf();
    expect(await reasonFor(() => readKeptFile(path))).toBe(words);
    expect(await reasonFor(() => readTail(path, 10))).toBe(words);
    expect(await reasonFor(() => openAppendFile(path))).toBe(words);
    for (const flags of [constants.O_RDONLY, constants.O_RDWR])
      expect(await reasonFor(() => nodeDisk.open(path, flags))).toBe(words);
  });
});

it('opens files for writing, and folders to sync them', async () => {
  const folder = temporaryTree();
  writeFileSync(`${folder}/x`, 'x');
  await (await nodeDisk.open(`${folder}/x`, constants.O_WRONLY)).close();
  await (await nodeDisk.open(folder, constants.O_RDONLY | constants.O_DIRECTORY)).close();
});

it('refuses a device and a socket', async () => {
  expect(await reasonFor(() => readKeptFile('/dev/zero'))).toBe('it is a device, not a file');
  expect(await reasonFor(() => nodeDisk.open('/dev/null', constants.O_RDWR))).toBe(
    'it is a device, not a file',
  );
  const path = `${temporaryTree()}/s`;
  const server = createServer().listen(path);
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  expect(await reasonFor(() => nodeDisk.open(path, constants.O_RDONLY))).toBe(
    'it is a socket, a missing device, or a pipe that nothing reads',
  );
});
