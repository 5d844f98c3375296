import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { fakePush } from '../../../test/support/fake-push.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import { KEY, key } from '../../../test/support/logins.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';
import type { Push, PushSubscriber } from './push.ts';

const LOGIN = { authorization: basic(USER, PASSWORD), 'content-type': 'application/json' };
const SUBSCRIPTION = {
  endpoint: 'https://push.test/a',
  keys: { p256dh: 'P', auth: 'A' },
  key: 'K',
  name: 'Firefox on Android',
};

function rig({ hasPassword = true, push: more = {} as Partial<Push> } = {}) {
  const added: PushSubscriber[] = [];
  const push = fakePush(more, added);
  const authenticator = hasPassword ? fakeAuthenticator({ keys: [key] }) : null;
  const { sendJson } = createFakeApi(undefined, { push, protection: { ...UNPROTECTED, authenticator } });
  const send = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: unknown,
    headers: Record<string, string> = LOGIN,
  ) => sendJson(method, `/api/push${path}`, payload, headers);
  return { send, added };
}

describe('/api/push', () => {
  it('adds, lists, tests and removes browsers', async () => {
    const { send, added } = rig();
    const origin = { ...LOGIN, origin: 'https://localhost:80', 'sec-fetch-site': 'same-origin' };
    const browser = { id: 'b0', name: 'Firefox on Android', since: 5 };
    expect(await send('POST', '', SUBSCRIPTION, origin)).toEqual([200, browser]);
    expect(added).toEqual([
      {
        endpoint: 'https://push.test/a',
        p256dh: 'P',
        auth: 'A',
        name: browser.name,
        origin: 'https://localhost:80',
      },
    ]);
    expect(await send('GET', '')).toEqual([
      200,
      { key: 'K', browsers: [browser], editable: true, reason: null },
    ]);
    expect(await send('POST', '/test?id=b0')).toEqual([200, { sent: true, text: 'status 201' }]);
    expect(await send('DELETE', '?id=b0')).toEqual([200, {}]);
    for (const [method, path] of [
      ['DELETE', '?id=x'],
      ['POST', '/test?id=x'],
    ] as const)
      expect(await send(method, path)).toEqual([404, { detail: 'There is no such browser' }]);
  });

  it('knows no origin of a page without TLS', async () => {
    const { send, added } = rig();
    await send('POST', '', SUBSCRIPTION, {
      ...LOGIN,
      origin: 'http://localhost',
      'sec-fetch-site': 'same-origin',
    });
    await send('POST', '', SUBSCRIPTION);
    expect(added.map(({ origin }) => origin)).toEqual([null, null]);
  });

  it.each([
    [null, /must be an object/],
    [{ ...SUBSCRIPTION, keys: null }, /keys must be an object/],
    [{ ...SUBSCRIPTION, endpoint: 5 }, /endpoint must be a text/],
    [{ ...SUBSCRIPTION, key: 'older' }, /reload the page/],
    [{ ...SUBSCRIPTION, name: '' }, /name must be/],
    [{ ...SUBSCRIPTION, name: 'a\nb' }, /name must be/],
    [{ ...SUBSCRIPTION, name: 'x'.repeat(61) }, /name must be/],
  ])('refuses %j', async (body, words) => {
    const { send, added } = rig();
    expect(await send('POST', '', body)).toEqual([400, { detail: expect.stringMatching(words) as string }]);
    expect(added).toEqual([]);
  });

  it('says why a browser cannot be added, or kept', async () => {
    const refused = rig({ push: { problemOf: () => 'endpoint is bad', obstacle: () => null } });
    expect(await refused.send('POST', '', SUBSCRIPTION)).toEqual([400, { detail: 'endpoint is bad' }]);
    const disabled = rig({ push: { obstacle: () => 'It is disabled' } });
    expect(await disabled.send('POST', '', SUBSCRIPTION)).toEqual([403, { detail: 'It is disabled' }]);
    expect((await disabled.send('GET', ''))[1]).toMatchObject({ editable: false, reason: 'It is disabled' });
    expect(await disabled.send('DELETE', '?id=b0')).toEqual([200, {}]);
    const full = rig({ push: { add: () => Promise.reject(new Error('disk full')) } });
    expect(await full.send('POST', '', SUBSCRIPTION)).toEqual([
      500,
      { detail: 'The browser cannot be kept: disk full' },
    ]);
  });

  it('is closed without a password, to API keys, pages of other sites and forms', async () => {
    const open = rig({ hasPassword: false });
    for (const [method, path] of [
      ['POST', ''],
      ['DELETE', '?id=b0'],
      ['POST', '/test?id=b0'],
    ] as const)
      expect((await open.send(method, path, SUBSCRIPTION, { 'content-type': 'application/json' }))[0]).toBe(
        403,
      );
    const { send, added } = rig();
    expect((await send('POST', '', SUBSCRIPTION, { ...LOGIN, authorization: '' }))[0]).toBe(401);
    expect((await send('POST', '', SUBSCRIPTION, { ...LOGIN, authorization: `Bearer ${KEY}` }))[0]).toBe(403);
    expect((await send('POST', '', SUBSCRIPTION, { ...LOGIN, 'sec-fetch-site': 'cross-site' }))[0]).toBe(403);
    expect((await send('POST', '', SUBSCRIPTION, { ...LOGIN, 'content-type': 'text/plain' }))[0]).toBe(415);
    expect(added).toEqual([]);
  });
});

describe('/api/push/acknowledge', () => {
  const NOBODY = { 'content-type': 'application/json' };
  const acknowledge = (body: unknown) => rig().send('POST', '/acknowledge', body, NOBODY);

  it('needs the token alone', async () => {
    expect(await acknowledge({ token: 'right' })).toEqual([200, { state: 'acknowledged' }]);
    expect(await acknowledge({ token: 'wrong' })).toEqual([404, { detail: 'There is no such token' }]);
    expect(await acknowledge({ token: 'starred' })).toEqual([
      400,
      { detail: 'The alert has a silence with an end or times, or a name with *' },
    ]);
    expect((await acknowledge({ token: 5 }))[0]).toBe(400);
    expect((await acknowledge(null))[0]).toBe(400);
  });

  it('slows down who guesses, and nobody with the right token', async () => {
    const { send } = rig();
    const guess = (token: string) => send('POST', '/acknowledge', { token }, NOBODY);
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await guess('wrong'))[0]);
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
    expect((await guess('right'))[0]).toBe(200);
  });
});
