import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failAtEveryCall } from '../../../test/support/failing-disk.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { Disk } from './disk.ts';
import { removeFile } from './remove-file.ts';
import { replaceFile } from './replace-file.ts';

const PATH = '/state/gander/servers.json';
const OLD = '[old]';
const NEW = '[something that is new, and longer]';

describe('replaceFile', () => {
  it('leaves the old or the new content, whatever fails', async () => {
    const outcomes = await failAtEveryCall(
      () => createMemoryDisk({ [PATH]: OLD }),
      (disk) => replaceFile(PATH, NEW, { disk, isRoot: true }),
      ({ name, fault, error, disk, cuts }) => {
        for (const found of [disk, ...cuts]) expect([OLD, NEW], name).toContain(found.contents()[PATH]);
        if (error === null)
          for (const found of [disk, ...cuts]) expect(found.contents()[PATH], name).toBe(NEW);
        // A draft stays behind only where the process has ended.
        if (fault !== 'end' && !/unlink/.test(name))
          expect(Object.keys(disk.contents()), name).toEqual([PATH]);
      },
    );
    expect(outcomes).toBeGreaterThan(15);
  });

  it('makes the folders above', async () => {
    await failAtEveryCall(
      () => createMemoryDisk(),
      (disk) => replaceFile(PATH, NEW, { disk, isRoot: true }),
      ({ name, error, disk, cuts }) => {
        for (const found of [disk, ...cuts]) expect([undefined, NEW], name).toContain(found.contents()[PATH]);
        if (error === null) expect(cuts[0].contents()[PATH], name).toBe(NEW);
      },
    );
  });

  it('writes the rest when a write is short', async () => {
    const disk = createMemoryDisk({ [PATH]: OLD });
    const slow: Disk = {
      ...disk,
      async open(...asked) {
        const file = await disk.open(...asked);
        return { ...file, write: (bytes, offset, _, position) => file.write(bytes, offset, 1, position) };
      },
    };
    await replaceFile(PATH, NEW, { disk: slow });
    expect(disk.contents()).toEqual({ [PATH]: NEW });
  });

  it('writes for the owner only, on a real disk', async () => {
    const folder = temporaryTree();
    const path = `${folder}/new/folder/a.pwd`;
    await replaceFile(path, 'one');
    chmodSync(path, 0o644);
    await replaceFile(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${folder}/new`).mode & 0o777).toBe(0o700);
    expect(readdirSync(`${folder}/new/folder`)).toEqual(['a.pwd']);
  });

  it('leaves nothing behind where it cannot write', async () => {
    const folder = temporaryTree({ file: '' });
    mkdirSync(`${folder}/a`);
    await expect(replaceFile(`${folder}/file/a`, 'x')).rejects.toThrow(/ENOTDIR|EEXIST/);
    await expect(replaceFile(`${folder}/a`, 'x')).rejects.toThrow(/EISDIR/);
    expect(readdirSync(folder).sort()).toEqual(['a', 'file']);
  });

  it('removes drafts of processes that ended long ago', async () => {
    const [old, recent, foreign] = ['a.0123456789ab.new', 'a.ba9876543210.new', 'a.b.new'];
    const folder = temporaryTree({ [old]: '', [recent]: '', [foreign]: '' });
    for (const name of [old, foreign]) utimesSync(`${folder}/${name}`, 1e9, 1e9);
    // The clock of the process may differ from that of the file system.
    utimesSync(`${folder}/${recent}`, Date.now() / 1000, Date.now() / 1000);
    await replaceFile(`${folder}/a`, 'x');
    expect(readdirSync(folder).sort()).toEqual(['a', recent, foreign].sort());
  });
});

describe('removeFile', () => {
  it('removes for good, or says that it did not', async () => {
    await failAtEveryCall(
      () => createMemoryDisk({ [PATH]: OLD }),
      (disk) => removeFile(PATH, disk),
      ({ name, error, cuts }) => {
        if (error === null) for (const found of cuts) expect(found.contents(), name).toEqual({});
      },
    );
    const path = `${temporaryTree()}/a`;
    writeFileSync(path, '');
    expect([await removeFile(path), await removeFile(path)]).toEqual([true, false]);
  });
});
