import { expect, it, onTestFinished } from 'vitest';
import {
  basic,
  fakeAuthenticator,
  PASSWORD,
  startGuardedApi,
  USER,
} from '../../../test/support/guarded-api.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { createAccounts } from '../../net/credentials/accounts.ts';
import { readApiKeys } from '../../net/credentials/api-key-file.ts';
import { createAudit } from '../../net/credentials/audit.ts';
import { readUsers } from '../../net/credentials/user-file.ts';

const HASH = `${'a1'.repeat(16)}$${'b2'.repeat(128)}`;
const ADA = { user: 'ada', role: 'admin', hash: 'ada', edition: 'ada', servers: null } as const;

/** @param startUser null: users are in the file alone */
async function rig(startUser: string | null) {
  const folder = temporaryTree({
    'users.json': JSON.stringify({ users: [{ name: 'ada', role: 'admin' }] }),
    'ada.pwd': HASH,
    'key-uses-1.json': '{"ci": 1795824000000}',
  });
  const keyPath = `${folder}/api-keys.json`;
  const audit = createAudit({ path: null, problems: keptProblems().problems, log: () => {} });
  const api = await startGuardedApi({
    accounts: createAccounts({ userFolder: folder, keyPath, stateFolder: folder, startUser }),
    audit,
    authenticator: fakeAuthenticator({
      users: [ADA],
      ...(startUser === null && { account: null }),
    }),
  });
  onTestFinished(() => api.close());
  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, more: object = {}) => {
    const authorization = startUser === null ? basic('ada', 'ada') : basic(USER, PASSWORD);
    const headers = { authorization, 'content-type': 'application/json', ...more };
    const answer = await api.send({
      method,
      path,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, value: JSON.parse(answer.body) as Record<string, unknown> };
  };
  const users = () => readUsers(folder, () => {}).map(({ user, role }) => `${user} ${role}`);
  return { audit, keyPath, send, users };
}

it('users are added, changed and removed, and the log of changes names them without their passwords', async () => {
  const { audit, send, users } = await rig(USER);
  const added = await send('POST', '/api/users/eve', { role: 'operator', password: 'hunter2' });
  expect(added).toEqual({
    status: 200,
    value: {
      users: [
        { name: USER, role: 'admin', is_of_start: true },
        { name: 'ada', role: 'admin', is_of_start: false },
        { name: 'eve', role: 'operator', is_of_start: false },
      ],
    },
  });
  expect((await send('POST', '/api/users/eve', { role: 'viewer', password: 'x' })).status).toBe(400);
  expect((await send('POST', '/api/users/eve/role', { role: 'viewer' })).status).toBe(200);
  expect((await send('POST', '/api/users/eve/role', { role: 'root' })).status).toBe(400);
  expect((await send('POST', '/api/users/eve/password', { password: '' })).status).toBe(400);
  expect(users()).toEqual(['ada admin', 'eve viewer']);
  expect((await send('DELETE', '/api/users/eve')).status).toBe(200);
  expect(await send('DELETE', '/api/users/eve')).toMatchObject({
    status: 400,
    value: { detail: expect.stringContaining('There is no user eve') as string },
  });
  expect(users()).toEqual(['ada admin']);
  expect(audit.newest().at(-1)).toMatchObject({ who: USER, action: 'addUser', target: '/api/users/eve' });
  expect(JSON.stringify(audit.newest())).not.toContain('hunter2');
});

it('the last admin stays, and the user of the start is changed at the start alone', async () => {
  const alone = await rig(null);
  const refused = {
    status: 400,
    value: { detail: 'The last admin stays: make another user an admin first' },
  };
  expect(await alone.send('DELETE', '/api/users/ada')).toEqual(refused);
  expect(await alone.send('POST', '/api/users/ada/role', { role: 'viewer' })).toEqual(refused);
  expect(alone.users()).toEqual(['ada admin']);
  const { send, users } = await rig(USER);
  expect((await send('DELETE', `/api/users/${USER}`)).status).toBe(409);
  // That user is another admin.
  expect((await send('POST', '/api/users/ada/role', { role: 'viewer' })).status).toBe(200);
  expect(users()).toEqual(['ada viewer']);
});

it('a key is shown once, and its hash is kept', async () => {
  const { keyPath, send } = await rig(USER);
  const { value } = await send('POST', '/api/keys/ci', { scope: 'metrics', days: 1 });
  expect(value).toMatchObject({ key: expect.stringMatching(/^gander_/) as string, keys: [{ name: 'ci' }] });
  expect(readApiKeys(keyPath)[0]?.expires).toBeGreaterThan(Date.now());
  const { value: listed } = await send('GET', '/api/keys');
  expect(listed).toMatchObject({ keys: [{ scope: 'metrics', used: 1_795_824_000_000 }] });
  expect(JSON.stringify(listed)).not.toMatch(/gander_|hash/);
  expect((await send('POST', '/api/keys/ci', { scope: 'viewer', days: null })).status).toBe(400);
  expect((await send('DELETE', '/api/keys/ci', undefined, { origin: 'https://evil.example' })).status).toBe(
    403,
  );
  expect(await send('DELETE', '/api/keys/ci')).toMatchObject({ status: 200, value: { keys: [] } });
});
