import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFailingDisk } from '../../../test/support/failing-disk.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { addApiKey, readApiKeys, removeApiKey } from './api-key-file.ts';
import { hashApiKey } from './api-key.ts';
import { findPassword, reloadPassword, savePassword } from './password-file.ts';
import { isOpenToOthers, readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';

const HASH = `${'a1'.repeat(16)}$${'b2'.repeat(128)}`;
const OTHER = `${'c3'.repeat(16)}$${'d4'.repeat(128)}`;
const VIEWER = { scope: 'viewer' } as const;
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('private files', () => {
  it('are for their owner only', async () => {
    const path = `${temporaryTree({ a: 'one' })}/a`;
    chmodSync(path, 0o644);
    expect(isOpenToOthers(path)).toBe(true);
    await writePrivateFile(path, 'two');
    expect(readPrivateFile(path)).toBe('two');
    expect(isOpenToOthers(path)).toBe(false);
    await removePrivateFile(path);
    expect(readPrivateFile(path)).toBeNull();
  });

  it('say why they cannot be written', async () => {
    const folder = temporaryTree({ file: '' });
    mkdirSync(`${folder}/a`);
    await expect(writePrivateFile(`${folder}/a`, 'x')).rejects.toThrow(
      `${folder}/a cannot be written: it is a directory.`,
    );
    const full = createFailingDisk(createMemoryDisk(), 0, 'full');
    await expect(writePrivateFile('/etc/a', 'x', full)).rejects.toThrow(
      '/etc/a cannot be written: the disk is full.',
    );
    await expect(removePrivateFile(`${folder}/file/a`)).rejects.toThrow('cannot be removed');
  });

  it('are missing, or unreadable', () => {
    const folder = temporaryTree({ file: '' });
    expect(readPrivateFile(`${folder}/none`)).toBeNull();
    expect(readPrivateFile(`${folder}/file/none`)).toBeNull();
    expect(() => readPrivateFile(folder)).toThrow(`${folder} cannot be read: it is a directory.`);
    symlinkSync('loop', `${folder}/loop`);
    expect(() => readPrivateFile(`${folder}/loop`)).toThrow(`${folder}/loop cannot be read: `);
  });
});

describe('password files', () => {
  const folders = (tree: Record<string, string>) => {
    const root = temporaryTree(tree);
    return { own: `${root}/gander`, borrowed: `${root}/glances` };
  };
  const found = (tree: Record<string, string>, user: string) => {
    const file = findPassword(folders(tree), user);
    return file && [file.account.user, file.account.hash, file.isBorrowed];
  };

  it.each<[string, Record<string, string>, string, unknown]>([
    ['of the user', { 'gander/bob.pwd': HASH }, 'bob', ['bob', HASH, false]],
    ['with an end of line', { 'gander/bob.pwd': `${HASH}\n` }, 'bob', ['bob', HASH, false]],
    ['of nobody', {}, 'bob', null],
    ['of another', { 'gander/bob.pwd': HASH, 'glances/glances.pwd': HASH }, 'eve', null],
    ['borrowed', { 'glances/bob.pwd': HASH }, 'bob', ['bob', HASH, true]],
    [
      'own before borrowed',
      { 'gander/bob.pwd': HASH, 'glances/bob.pwd': OTHER },
      'bob',
      ['bob', HASH, false],
    ],
    [
      'of the default user',
      { 'gander/gander.pwd': HASH, 'glances/glances.pwd': OTHER },
      'gander',
      ['gander', HASH, false],
    ],
    ['of the default user, borrowed', { 'glances/glances.pwd': HASH }, 'gander', ['glances', HASH, true]],
  ])('%s', (_, tree, user, expected) => {
    expect(found(tree, user)).toEqual(expected);
  });

  it('of the server of before stand in a folder of the configuration as well', () => {
    const own = temporaryTree({ 'glances.pwd': HASH });
    expect(findPassword({ own }, 'gander')?.account.user).toBe('glances');
    expect(findPassword({ own }, 'bob')).toBeNull();
  });

  it('of another form are not taken for no password', () => {
    expect(() => found({ 'gander/bob.pwd': 'abc' }, 'bob')).toThrow('bob.pwd holds no password hash');
  });

  it('are written, and read anew', async () => {
    const own = `${temporaryTree()}/gander`;
    await savePassword(own, { user: 'bob', hash: HASH });
    expect(readFileSync(`${own}/bob.pwd`, 'utf8')).toBe(HASH);
    expect(modeOf(`${own}/bob.pwd`)).toBe('600');
    const file = findPassword({ own }, 'bob');
    await savePassword(own, { user: 'bob', hash: OTHER });
    expect(file && reloadPassword(file)?.hash).toBe(OTHER);
    expect(file && reloadPassword(file)?.edition).not.toBe(file?.account.edition);
  });
});

describe('the file of API keys', () => {
  it('keeps hashes', async () => {
    const path = `${temporaryTree()}/gander/api-keys.json`;
    expect(readApiKeys(path)).toEqual([]);
    const key = await addApiKey(path, 'one', VIEWER);
    await addApiKey(path, 'two', VIEWER);
    expect(key).toMatch(/^gander_[\w-]{43}$/);
    expect(readApiKeys(path).map(({ name, hash }) => [name, hash === hashApiKey(key)])).toEqual([
      ['one', true],
      ['two', false],
    ]);
    expect(readFileSync(path, 'utf8')).not.toContain(key.slice(7));
    expect(modeOf(path)).toBe('600');
    await removeApiKey(path, 'one');
    expect(readApiKeys(path).map(({ name }) => name)).toEqual(['two']);
    await removeApiKey(path, 'two');
    expect(readPrivateFile(path)).toBeNull();
  });

  it('says what is wrong', async () => {
    const path = `${temporaryTree({ 'bad.json': '[]', 'odd.json': '{"keys":[{"name":1}]}' })}/api-keys.json`;
    await addApiKey(path, 'one', VIEWER);
    await expect(addApiKey(path, 'one', VIEWER)).rejects.toThrow('There is an API key one already');
    await expect(addApiKey(path, 'a b', VIEWER)).rejects.toThrow('"a b" cannot be a name');
    await expect(removeApiKey(path, 'two')).rejects.toThrow('There is no API key two');
    for (const name of ['bad', 'odd'])
      expect(() => readApiKeys(path.replace('api-keys', name))).toThrow('does not hold API keys');
  });
});
