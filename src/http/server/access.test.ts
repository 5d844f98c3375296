import { expect, it, vi } from 'vitest';
import { fakeSessions } from '../../../test/support/guarded-api.ts';
import { createApiKey, hashApiKey } from '../../net/credentials/api-key.ts';
import { createAuthenticator } from '../../net/credentials/authenticator.ts';
import { refusalOf } from './access.ts';

const KEY = createApiKey();
const BASIC = `Basic ${Buffer.from('gander:honk').toString('base64')}`;

it('a header of an admin that gave access costs no look at the options of its route', async () => {
  const authenticator = createAuthenticator({
    account: { user: 'gander', hash: '', edition: '' },
    keys: [{ name: 'dashboard', hash: hashApiKey(KEY), created: '2026-01-01T00:00:00Z' }],
    sessions: fakeSessions(),
    tokens: { secret: undefined, minutes: 5 },
    matches: () => Promise.resolve(true),
  });
  const look = vi.fn(() => ({ url: '/api/4/cpu', config: { access: 'viewer' } }));
  const ask = (authorization: string, method = 'GET') =>
    refusalOf(
      authenticator,
      {
        raw: { headers: { authorization }, method },
        ip: '192.0.2.1',
        get routeOptions() {
          return look();
        },
      } as never,
      {} as never,
    );
  for (let request = 0; request < 5; request += 1) expect(await ask(BASIC)).toBeNull();
  expect(look).toHaveBeenCalledTimes(2);
  expect(await ask(`Bearer ${KEY}`)).toBeNull();
  expect(look).toHaveBeenCalledTimes(3);
  look.mockReturnValue({ url: '/api/silences', config: { access: 'operator' } });
  expect(await ask(`Bearer ${KEY}`, 'POST')).toMatchObject({ status: 403 });
});
