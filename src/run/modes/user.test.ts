import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createFileProblems } from '../../core/file-problems.ts';
import { readUsers } from '../../net/credentials/user-file.ts';
import { parseUserArguments } from '../cli/user-arguments.ts';
import { parseKeyArguments } from '../cli/key-arguments.ts';
import { createGuard } from '../parts/guard.ts';
import { manageKeys } from './key.ts';
import { manageUsers } from './user.ts';

const HASH = `${'a1'.repeat(16)}$${'b2'.repeat(128)}`;

async function user(folder: string, ...argv: string[]) {
  const parsed = parseUserArguments(argv);
  if ('help' in parsed) throw new Error(parsed.help);
  return manageUsers(parsed.command, parsed.options, { folder, password: async () => 'honk' });
}

it('adds users, whose files are for the owner alone, and changes them', async () => {
  const folder = `${temporaryTree()}/gander`;
  expect((await user(folder, 'add', 'eve', '--role', 'operator')).notes).toEqual([
    `eve is operator, kept in ${folder}/users.json. Servers ask for a login from their next start on.`,
  ]);
  for (const file of ['users.json', 'eve.pwd'])
    expect(statSync(`${folder}/${file}`).mode & 0o777).toBe(0o600);
  expect(readFileSync(`${folder}/eve.pwd`, 'utf8')).toMatch(/^[\da-f]{32}\$[\da-f]{256}$/);
  await expect(user(folder, 'add', 'eve')).rejects.toThrow('There is a user eve already');
  await user(folder, 'role', 'eve', 'viewer', '--servers', 'tag:web,db1');
  // Another role leaves the servers as they are.
  await user(folder, 'role', 'eve', 'operator');
  expect((await user(folder, 'list')).lines).toEqual(['eve\toperator\ttag:web,db1']);
  await expect(user(folder, 'role', 'eve', 'admin')).rejects.toThrow('an admin is bound to no servers');
  await expect(user(folder, 'role', 'eve', 'viewer', '--servers', 'a b')).rejects.toThrow(
    'servers[0] must be',
  );
  await user(folder, 'role', 'eve', 'viewer', '--servers', '');
  expect((await user(folder, 'list')).lines).toEqual(['eve\tviewer']);
  await expect(user(folder, 'role', 'bob', 'admin')).rejects.toThrow('There is no user bob');
  await expect(user(folder, 'add', 'a/b')).rejects.toThrow('cannot be a user name');
  await expect(user(folder, 'role', 'eve', 'root')).rejects.toThrow(
    'role: expected viewer, operator or admin',
  );
  await user(folder, 'remove', 'eve');
  expect(readUsers(folder, () => {})).toEqual([]);
  expect(() => statSync(`${folder}/eve.pwd`)).toThrow('ENOENT');
});

it('does not take over the password of a start', async () => {
  const folder = temporaryTree({ 'gander.pwd': HASH });
  await expect(user(folder, 'add', 'gander')).rejects.toThrow('There is a user gander already');
  await user(folder, 'role', 'gander', 'operator');
  expect(readUsers(folder, () => {})).toMatchObject([{ user: 'gander', role: 'operator', hash: HASH }]);
});

it('users alone make a server ask for a login, and their changes work on a running one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryTree({ 'eve.pwd': HASH });
  const open = (chosen: Parameters<typeof createGuard>[0]['chosen']) => {
    const log = { write() {}, close() {} };
    return createGuard({
      outputs: {
        webui_allowed_hosts: [],
        cors_origins: [],
        cors_methods: [],
        cors_headers: [],
        trusted_proxies: [],
        allowed_clients: [],
        session_days: 1,
        jwt_expire_minutes: 1,
      } as never,
      access: { viewer_arguments: false, trusted_proxies: [] } as never,
      warnings: [],
      chosen,
      keyPath: `${folder}/api-keys.json`,
      userFolder: folder,
      environment: {},
      clock: createFakeClock(),
      port: 1,
      log,
      problems: createFileProblems(log),
    });
  };
  expect((await open(null)).protection.authenticator).toBeNull();
  await user(folder, 'role', 'eve', 'operator');
  const guard = await open(null);
  onTestFinished(guard.follow([]));
  const { authenticator } = guard.protection;
  const role = () => authenticator?.identityOf('eve')?.role;
  expect(role()).toBe('operator');
  await user(folder, 'role', 'eve', 'viewer');
  const turn = () => vi.advanceTimersByTime(500);
  await expect.poll(() => (turn(), role())).toBe('viewer');
  writeFileSync(`${folder}/users.json`, '{"users":[{"name":"eve","role":"root"}]}');
  await expect.poll(() => (turn(), role())).toBeUndefined();
  // While nobody knows what the file said, the account of the start is no admin.
  const account = { user: 'gander', hash: HASH, edition: HASH };
  const other = await open({ account, file: null, notices: [], warnings: [] });
  expect(other.protection.authenticator?.identityOf('gander')?.role).toBe('viewer');
});

it('API keys have a scope, an end and a last use', async () => {
  const folder = temporaryTree({ 'key-uses-61208.json': '{"ci": 1795824000000}' });
  const now = Date.UTC(2026, 10, 29);
  const key = (...argv: string[]) => {
    const parsed = parseKeyArguments(argv);
    if ('help' in parsed) throw new Error(parsed.help);
    return manageKeys(parsed.command, parsed.options, {
      path: `${folder}/api-keys.json`,
      state: folder,
      now,
    });
  };
  expect((await key('add', 'ci', '--scope', 'metrics', '--days', '30')).lines[0]).toMatch(/^gander_/);
  await key('add', 'wall');
  const listed = (await key('list')).lines.map((line) => line.split('\t'));
  expect(listed).toEqual([
    ['ci', 'metrics', expect.any(String), '2026-12-29T00:00:00.000Z', '2026-11-28T00:00:00.000Z'],
    ['wall', 'viewer', expect.any(String), '-', '-'],
  ]);
  expect(() => key('add', 'x', '--scope', 'root')).toThrow('--scope: expected one of viewer');
  expect(() => key('add', 'x', '--days', '0')).toThrow('--days: expected a number');
});
