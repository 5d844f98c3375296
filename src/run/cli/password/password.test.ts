import { chmodSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isFull } from '../../../../test/support/full-run.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { isPasswordHash, matchesPassword } from '../../../net/credentials/password-hash.ts';
import { chooseAccount, type ChooseSetup } from './choose-account.ts';
import { apiKeyPath, passwordFolders } from './folders.ts';
import { takePassword } from './from-environment.ts';
import type { Terminal } from './terminal.ts';

const HASH = `${'a1'.repeat(16)}$${'b2'.repeat(128)}`;

/** A user with these answers, in order. */
function user(...answers: string[]): Terminal & { asked: string[] } {
  const asked: string[] = [];
  const answer = async (question: string) => {
    asked.push(question);
    const next = answers.shift();
    if (next === undefined) throw new Error(`unexpected question: ${question}`);
    return next;
  };
  return { isInteractive: true, ask: answer, askHidden: answer, asked };
}

const NOBODY: Terminal = { ...user(), isInteractive: false };

interface Change {
  values?: Partial<ChooseSetup['values']>;
  given?: Partial<ChooseSetup['given']>;
  terminal?: Terminal;
  files?: Record<string, string>;
  configured?: ChooseSetup['configured'];
}

function choose({ values = {}, given = {}, terminal = NOBODY, files = {}, configured }: Change) {
  const root = temporaryTree(files);
  for (const file of Object.keys(files)) chmodSync(`${root}/${file}`, 0o600);
  const folders = { own: `${root}/gander`, borrowed: `${root}/glances` };
  const chosen = chooseAccount({
    values: { password_prompt: false, username_prompt: false, username_used: null, ...values },
    given: { user: undefined, password: undefined, ...given },
    folders,
    terminal,
    ...(configured && { configured }),
  });
  return { root, chosen };
}

const ASK = { values: { password_prompt: true } };

describe('chooseAccount', () => {
  it.each(['', 'clear text', HASH.slice(0, 99)])('admits nobody with a damaged file: %j', async (text) => {
    const files = { 'gander/gander.pwd': text };
    const { root, chosen } = choose({ ...ASK, files });
    const account = await chosen;
    expect(account?.damage).toContain(`${root}/gander/gander.pwd holds no password hash`);
    if (isFull || text === '') expect(await matchesPassword(text, account?.account.hash ?? '$')).toBe(false);
    expect(account?.file?.path).toBe(`${root}/gander/gander.pwd`);
    await expect(choose({ ...ASK, files, terminal: user() }).chosen).rejects.toThrow(
      'holds no password hash',
    );
  });

  it('asks for nothing unless a password is wanted', async () => {
    expect(await choose({ files: { 'gander/gander.pwd': HASH } }).chosen).toBeNull();
  });

  it.each<[string, Change, string]>([
    ['--password', { ...ASK, files: { 'gander/gander.pwd': HASH } }, 'gander'],
    ['-u', { values: { username_used: 'bob' }, files: { 'gander/bob.pwd': HASH } }, 'bob'],
    ['GANDER_USERNAME', { given: { user: 'bob' }, files: { 'gander/bob.pwd': HASH } }, 'bob'],
    [
      '-u over GANDER_USERNAME',
      { values: { username_used: 'bob' }, given: { user: 'eve' }, files: { 'gander/bob.pwd': HASH } },
      'bob',
    ],
  ])('%s uses an existing file', async (_, change, name) => {
    const chosen = await choose(change).chosen;
    expect(chosen?.account).toMatchObject({ user: name, hash: HASH });
    expect(chosen?.file?.path).toMatch(new RegExp(`/gander/${name}\\.pwd$`));
    expect([chosen?.notices, chosen?.warnings]).toEqual([[], []]);
  });

  it('says when it uses the file of the server of before', async () => {
    const chosen = await choose({ ...ASK, files: { 'glances/glances.pwd': HASH } }).chosen;
    expect(chosen?.account.user).toBe('glances');
    expect(chosen?.notices[0]).toMatch(
      /^There is no password of gander, so .*\/glances\.pwd is used: clients log in as glances\.$/,
    );
  });

  it('warns of a file that others can read', async () => {
    const root = temporaryTree({ 'gander.pwd': HASH });
    chmodSync(`${root}/gander.pwd`, 0o644);
    const chosen = await chooseAccount({
      values: { password_prompt: true, username_prompt: false, username_used: null },
      given: { user: undefined, password: undefined },
      folders: { own: root },
      terminal: NOBODY,
    });
    expect(chosen?.warnings[0]).toContain('chmod 600');
  });

  it('asks for a new password twice, and saves it when told to', async () => {
    const terminal = user('sesame', 'sesame', 'Yes');
    const { root, chosen } = choose({ ...ASK, terminal });
    const { account, file } = (await chosen) ?? {};
    const path = `${root}/gander/gander.pwd`;
    expect(terminal.asked).toEqual([
      'Enter new password: ',
      'Confirm new password: ',
      `Do you want to save the password in ${path} ? [Yes/No]: `,
    ]);
    expect(readFileSync(path, 'utf8')).toBe(account?.hash);
    expect(file?.path).toBe(path);
    expect(await matchesPassword('sesame', account?.hash ?? '')).toBe(true);
  }, 60_000);

  it('changes an existing password with --username, when told to', async () => {
    const files = { 'gander/bob.pwd': HASH };
    const change = user('bob', 'yes', 'new', 'new', 'no');
    const changed = await choose({ values: { username_prompt: true }, terminal: change, files }).chosen;
    expect(change.asked.slice(0, 2)).toEqual([
      'Enter new username: ',
      'The user bob has a password. Change it? [Yes/No]: ',
    ]);
    expect(changed?.account.hash).not.toBe(HASH);
    expect(changed?.file).toBeNull();

    const keep = await choose({ values: { username_prompt: true }, terminal: user('bob', 'n'), files })
      .chosen;
    expect(keep?.account).toMatchObject({ user: 'bob', hash: HASH });
  }, 60_000);

  it('skips the question for the name with -u', async () => {
    const values = { username_prompt: true, username_used: 'bob' };
    const { chosen } = choose({ values, terminal: user('n'), files: { 'gander/bob.pwd': HASH } });
    expect((await chosen)?.account.user).toBe('bob');
  });

  it.each<[string, Change, RegExp]>([
    ['two entries that differ', { ...ASK, terminal: user('a', 'b') }, /^The passwords do not match\.$/],
    ['an empty password', { ...ASK, terminal: user('') }, /^A password cannot be empty\.$/],
    [
      'nobody to ask',
      ASK,
      /^There is no password of user gander in .*GANDER_PASSWORD_FILE or GANDER_PASSWORD/,
    ],
    ['nobody to ask for a name', { values: { username_prompt: true } }, /^--username asks on a terminal/],
    ['an empty name', { values: { username_prompt: true }, terminal: user('') }, /^A user name is needed\.$/],
    ['a path as name', { values: { username_used: '../x' } }, /cannot be a user name/],
    ['a colon in the name', { given: { user: 'a:b', password: 'x' } }, /cannot be a user name/],
  ])('refuses %s', async (_, change, message) => {
    await expect(choose(change).chosen).rejects.toThrow(message);
  });

  it('takes the password of [outputs], which wins over files', async () => {
    const configured = { username: undefined, password: HASH };
    const chosen = await choose({ configured }).chosen;
    expect(chosen).toMatchObject({ account: { user: 'glances', hash: HASH }, file: null, warnings: [] });
    const { root, chosen: both } = choose({ ...ASK, configured, files: { 'gander/glances.pwd': HASH } });
    expect((await both)?.warnings).toEqual([expect.stringContaining(`${root}/gander/glances.pwd`)]);
    const given = { password: 'sesame' };
    expect((await choose({ given, configured }).chosen)?.account.user).toBe('gander');
  });

  it('takes a password of the environment, whatever files there are', async () => {
    const files = { 'gander/gander.pwd': HASH };
    const chosen = await choose({ given: { password: 'sesame' }, files }).chosen;
    expect(chosen).toMatchObject({ account: { user: 'gander' }, file: null });
    expect(isPasswordHash(chosen?.account.hash ?? '')).toBe(true);
    expect(chosen?.account.hash).not.toBe(HASH);
  }, 60_000);
});

describe('takePassword', () => {
  it('takes the password out of the environment', () => {
    const environment = { GANDER_PASSWORD: 'a', GANDER_USERNAME: 'bob', PATH: '/bin' };
    expect(takePassword(environment)).toEqual({ user: 'bob', password: 'a' });
    expect(environment).toEqual({ GANDER_USERNAME: 'bob', PATH: '/bin' });
    expect(takePassword({})).toEqual({ user: undefined, password: undefined });
  });

  it('reads the first line of a file', () => {
    const path = `${temporaryTree({ secret: 'a b \r\nnext\n' })}/secret`;
    expect(takePassword({ GANDER_PASSWORD_FILE: path }).password).toBe('a b ');
  });

  it.each([
    [{ GANDER_PASSWORD: '' }, 'GANDER_PASSWORD is set and empty'],
    [{ GANDER_PASSWORD_FILE: '' }, 'GANDER_PASSWORD_FILE is set and empty'],
    [{ GANDER_USERNAME: '' }, 'GANDER_USERNAME is set and empty'],
    [{ GANDER_PASSWORD: 'a', GANDER_PASSWORD_FILE: '/x' }, 'exclude each other'],
    [{ GANDER_PASSWORD_FILE: '/dev/null/x' }, 'there is no file /dev/null/x'],
    [{ GANDER_PASSWORD_FILE: '/dev/null' }, '/dev/null is empty'],
    [{ GANDER_PASSWORD_FILE: '/' }, '/ cannot be read: it is a directory'],
  ])('refuses %j', (environment, message) => {
    expect(() => takePassword(environment as Record<string, string>)).toThrow(message);
  });
});

it.each<[string | undefined, Record<string, string>, object]>([
  [undefined, { HOME: '/h' }, { own: '/h/.config/gander', borrowed: '/h/.config/glances' }],
  [undefined, { HOME: '/h', XDG_CONFIG_HOME: '/x' }, { own: '/x/gander', borrowed: '/x/glances' }],
  [undefined, {}, { own: '/etc/gander', borrowed: '/etc/glances' }],
  ['~/pw', { HOME: '/h' }, { own: '/h/pw' }],
  ['~', { HOME: '/h' }, { own: '/h' }],
  ['/srv/pw/', {}, { own: '/srv/pw' }],
  ['~bob/pw', { HOME: '/h' }, { own: '~bob/pw' }],
])('password folders of %s with %j', (configured, environment, expected) => {
  const folders = passwordFolders(configured, environment);
  expect(folders).toEqual(expected);
  expect(apiKeyPath(folders)).toBe(`${folders.own}/api-keys.json`);
});
