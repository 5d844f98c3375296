import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { makeFolders, makeFoldersSync } from './make-folders.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('folders', () => {
  it('are made with those above them, for their owner alone', async () => {
    const root = temporaryTree();
    expect(await makeFolders(join(root, 'a/b/c'))).toBe(join(root, 'a'));
    expect(['a', 'a/b', 'a/b/c'].map((path) => modeOf(join(root, path)))).toEqual([0o700, 0o700, 0o700]);
    expect(await makeFolders(join(root, 'a/b/c'))).toBeUndefined();
    makeFoldersSync(join(root, 'd/e'));
    expect(modeOf(join(root, 'd/e'))).toBe(0o700);
    makeFoldersSync(join(root, 'd/e'));
  });

  it('may be made by two parts at once', async () => {
    const root = temporaryTree();
    await Promise.all(Array.from({ length: 4 }, () => makeFolders(join(root, 'a/b/c'))));
    expect(statSync(join(root, 'a/b/c')).isDirectory()).toBe(true);
  });

  it('are refused, rather than tried for ever, where the kernel takes none', async () => {
    await expect(makeFolders('/proc/gander/x')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(() => makeFoldersSync('/proc/gander/x')).toThrow('ENOENT');
  });

  it('are refused in place of a file, and below one', async () => {
    const file = join(temporaryTree(), 'file');
    writeFileSync(file, '');
    await expect(makeFolders(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolders(join(file, 'x'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(() => makeFoldersSync(file)).toThrow('EEXIST');
  });
});
