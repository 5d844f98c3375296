import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { isDevicePath, ownPath, ownPathSync, refuseForeign } from './own-path.ts';
import { readSmallFile } from './read-small-file.ts';
import { replaceFile } from './replace-file.ts';

const isRoot = process.geteuid?.() === 0;
const OTHER = 65_534;

/** A folder like /tmp with a file, and a link of another user to a folder. */
function shared() {
  const folder = realpathSync(temporaryTree());
  mkdirSync(`${folder}/tmp`);
  chmodSync(`${folder}/tmp`, 0o1777);
  mkdirSync(`${folder}/target`);
  writeFileSync(`${folder}/target/a.conf`, 'secret');
  symlinkSync(`${folder}/target`, `${folder}/tmp/link`);
  symlinkSync('../target/a.conf', `${folder}/tmp/file`);
  return folder;
}

describe('ownPath', () => {
  it('follows own links, and goes on where nothing exists', async () => {
    const folder = shared();
    for (const [path, expected] of [
      ['tmp/link/a.conf', 'target/a.conf'],
      ['tmp/file', 'target/a.conf'],
      ['tmp/link/none/x', 'target/none/x'],
      ['tmp/../tmp/new', 'tmp/new'],
    ] as const) {
      expect(ownPathSync(`${folder}/${path}`)).toBe(`${folder}/${expected}`);
      expect(await ownPath(`${folder}/${path}`)).toBe(`${folder}/${expected}`);
    }
  });

  it('leaves devices and descriptors alone, also behind a link', () => {
    const folder = temporaryTree();
    symlinkSync('/dev/stdin', `${folder}/in`);
    expect(ownPathSync('/dev/fd/9')).toBe('/dev/fd/9');
    expect(ownPathSync(`${folder}/in`)).toBe('/dev/stdin');
    expect([isDevicePath('/dev/null'), isDevicePath('/dev/shm/x'), isDevicePath('/devil')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('ends at a loop', async () => {
    const folder = temporaryTree();
    symlinkSync('b', `${folder}/a`);
    symlinkSync('a', `${folder}/b`);
    await expect(ownPath(`${folder}/a`)).rejects.toMatchObject({ code: 'ELOOP' });
  });

  it.runIf(isRoot)(
    'refuses links of others where everybody writes, for every reader and writer',
    async () => {
      const folder = shared();
      lchownSync(`${folder}/tmp/link`, OTHER, OTHER);
      lchownSync(`${folder}/tmp/file`, OTHER, OTHER);
      const words = /is a link of another user in a folder that everybody can write to/;
      await expect(ownPath(`${folder}/tmp/link/a.conf`)).rejects.toThrow(words);
      expect(() => readSmallFile(`${folder}/tmp/file`)).toThrow(words);
      await expect(replaceFile(`${folder}/tmp/link/new`, 'x')).rejects.toThrow(words);
      chmodSync(`${folder}/tmp`, 0o755);
      expect(readSmallFile(`${folder}/tmp/file`).toString()).toBe('secret');
    },
  );
});

describe('refuseForeign', () => {
  it.runIf(isRoot)('refuses files of others', () => {
    const path = `${temporaryTree()}/x`;
    writeFileSync(path, '');
    chownSync(path, OTHER, OTHER);
    expect(() => refuseForeign(lstatSync(path), path)).toThrow('it belongs to another user');
  });

  it('refuses a second name', () => {
    const uid = process.geteuid?.() ?? 0;
    expect(() => refuseForeign({ uid, nlink: 2, isFile: () => true }, '/x')).toThrow('it has a second name');
    expect(refuseForeign({ uid, nlink: 1, isFile: () => true }, '/x')).toBeUndefined();
  });
});
