import { describe, expect, it, vi } from 'vitest';
import { fakeSessions } from '../../../test/support/guarded-api.ts';
import { createApiKey, hashApiKey } from './api-key.ts';
import { createAuthenticator } from './authenticator.ts';

const ACCOUNT = { user: 'gander', hash: 'one', edition: '' };
const KEY = createApiKey();
const BASIC = `Basic ${Buffer.from('gander:honk').toString('base64')}`;
const ADDRESS = '192.0.2.1';

function authenticator() {
  const matches = vi.fn(() => Promise.resolve(true));
  const keys = [{ name: 'dashboard', hash: hashApiKey(KEY), created: '2026-01-01T00:00:00Z' }];
  const tokens = { secret: 'of the configuration', minutes: 5 };
  return createAuthenticator({ account: ACCOUNT, keys, sessions: fakeSessions(), tokens, matches });
}

describe('a header that gave access', () => {
  it('is known from then on', async () => {
    const auth = authenticator();
    const { token } = await auth.issueToken(ACCOUNT.user);
    const headers = [BASIC, `Bearer ${token}`, `Bearer ${KEY}`];
    expect(headers.map(auth.known)).toEqual([undefined, undefined, undefined]);
    // The second check of a password is the first that needs no hash.
    for (const header of [...headers, ...headers]) await auth.check(header, ADDRESS);
    expect(headers.map(auth.known)).toMatchObject([
      { name: 'gander', role: 'admin', source: 'password', until: null, seesArguments: true },
      { name: 'gander', role: 'admin', source: 'token', until: expect.any(Number), seesArguments: true },
      { name: 'dashboard', role: 'viewer', source: 'key', until: null, seesArguments: false },
    ]);
    expect(auth.known(`${BASIC} `)).toBeUndefined();
    expect(auth.known(undefined)).toBeUndefined();
  });

  it('is not, once password or keys are others', async () => {
    const auth = authenticator();
    const check = async (): Promise<void> => {
      for (const header of [BASIC, BASIC, `Bearer ${KEY}`]) await auth.check(header, ADDRESS);
    };
    await check();
    auth.replaceAccount({ ...ACCOUNT, hash: 'two' });
    expect(auth.known(BASIC)).toBeUndefined();
    await check();
    auth.replaceKeys([]);
    expect([auth.known(`Bearer ${KEY}`), auth.check(`Bearer ${KEY}`, ADDRESS)]).toEqual([
      undefined,
      'wrong-bearer',
    ]);
  });

  it('is not, when the account was replaced while its token was verified', async () => {
    const auth = authenticator();
    const header = `Bearer ${(await auth.issueToken(ACCOUNT.user)).token}`;
    const checking = auth.check(header, ADDRESS);
    auth.replaceAccount({ ...ACCOUNT, edition: 'next' });
    await checking;
    expect(auth.known(header)).toBeUndefined();
  });
});

it('reports a wrong password once, of Basic and XML-RPC, and the user only where there is one', async () => {
  const onWrongPassword = vi.fn();
  const auth = createAuthenticator({
    account: ACCOUNT,
    keys: [],
    sessions: fakeSessions(),
    tokens: { secret: undefined, minutes: 5 },
    matches: () => Promise.resolve(false),
    onWrongPassword,
  });
  const unknown = `Basic ${Buffer.from('hunter2:x').toString('base64')}`;
  for (const header of [BASIC, unknown, BASIC]) await auth.check(header, ADDRESS);
  const claim = { user: 'gander', password: 'x', isStageOne: true };
  for (let time = 0; time < 2; time += 1) await auth.verify(claim, ADDRESS);
  // That of a body is noted by its route.
  await auth.verify({ user: 'gander', password: 'x' }, ADDRESS);
  expect(onWrongPassword.mock.calls).toEqual([
    ['gander', ADDRESS, 'basic'],
    [null, ADDRESS, 'basic'],
    ['gander', ADDRESS, 'xml-rpc'],
  ]);
});
