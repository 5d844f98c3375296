/** Access to streams, and how long they stay open. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStream } from '../../../test/support/event-stream.ts';
import {
  basic,
  fakeAuthenticator,
  type FakeAuthenticator,
  guardedApi,
  PASSWORD,
  USER,
} from '../../../test/support/guarded-api.ts';
import { hashApiKey } from '../../net/credentials/api-key.ts';
import { HEARTBEAT_SECONDS } from './connections.ts';

const KEY = `gander_${'k'.repeat(43)}`;

/** Only the heartbeat timer is stopped. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const beat = (): void => void vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1000);

describe('a stream asks for the credentials of the API', () => {
  it.each([
    ['none', {}, 'Not authenticated'],
    ['a wrong password', { authorization: basic(USER, 'wrong') }, 'Incorrect authentication'],
    ['a wrong token', { authorization: 'Bearer x.y.z' }, 'Incorrect authentication'],
  ])('%s', async (_, headers, detail) => {
    const { port } = await guardedApi({ authenticator: fakeAuthenticator() });
    const stream = await openStream(port, '', headers as Record<string, string>);
    await stream.ended;
    expect([stream.status, JSON.parse(stream.text())]).toEqual([401, { detail }]);
  });

  it.each(['password', 'token', 'key'])('opens with a %s', async (kind) => {
    const keys = [{ name: 'wall', hash: hashApiKey(KEY) }] as never;
    const authenticator = fakeAuthenticator({ keys });
    const { port } = await guardedApi({ authenticator });
    const { token } = await authenticator.issueToken(USER);
    const ways = { password: basic(USER, PASSWORD), token: `Bearer ${token}`, key: `Bearer ${KEY}` };
    const stream = await openStream(port, '?plugins=cpu', { authorization: ways[kind as keyof typeof ways] });
    await stream.until('cpu');
  });
});

describe('a stream ends', () => {
  async function streamWith(authenticator: FakeAuthenticator, authorization: string) {
    const { port } = await guardedApi({ authenticator });
    const stream = await openStream(port, '?plugins=cpu', { authorization });
    await stream.until('cpu');
    beat();
    await vi.waitFor(() => expect(stream.text()).toMatch(/\n\n:\n\n$/));
    return stream;
  }

  it('when its token expires', async () => {
    let now = Date.now();
    const authenticator = fakeAuthenticator({
      now: () => now,
      tokens: { secret: 's'.repeat(32), minutes: 1 },
    });
    const { token } = await authenticator.issueToken(USER);
    const stream = await streamWith(authenticator, `Bearer ${token}`);
    now += 61_000;
    // A verified token is remembered by the clock that only goes forward.
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    beat();
    await stream.ended;
    later.mockRestore();
    expect(stream.named('end')).toEqual([
      { event: 'end', id: undefined, data: '{"detail":"Incorrect authentication"}' },
    ]);
  });

  it('when its session ends', async () => {
    const authenticator = fakeAuthenticator();
    const { port } = await guardedApi({ authenticator });
    const { sessions } = authenticator;
    const secret = sessions.begin(USER);
    const stream = await openStream(port, '?plugins=cpu', { cookie: `gander-${sessions.id}=${secret}` });
    await stream.until('cpu');
    sessions.end(secret);
    beat();
    await stream.ended;
    expect(stream.named('end')).toEqual([
      { event: 'end', id: undefined, data: '{"detail":"Session expired"}' },
    ]);
  });

  it('when the password changes', async () => {
    const authenticator = fakeAuthenticator();
    const stream = await streamWith(authenticator, basic(USER, PASSWORD));
    authenticator.replaceAccount({ user: USER, hash: 'another', edition: 'next' });
    beat();
    await stream.ended;
    expect(stream.named('end')[0]?.data).toBe('{"detail":"Incorrect authentication"}');
  });

  it('at once when its user has another role', async () => {
    const users = [{ user: 'eve', role: 'operator', hash: 'eve', edition: '', servers: null }] as const;
    const authenticator = fakeAuthenticator({ users });
    const stream = await streamWith(authenticator, basic('eve', 'eve'));
    authenticator.replaceUsers([{ ...users[0], role: 'viewer' }]);
    await stream.ended;
    expect(stream.named('end')[0]?.data).toBe('{"detail":"The role has changed: open the stream again"}');
  });

  it('when its key is revoked', async () => {
    const authenticator = fakeAuthenticator({ keys: [{ name: 'wall', hash: hashApiKey(KEY) }] as never });
    const stream = await streamWith(authenticator, `Bearer ${KEY}`);
    authenticator.replaceKeys([]);
    beat();
    await stream.ended;
    expect(stream.named('end')[0]?.data).toBe('{"detail":"Incorrect authentication"}');
  });
});

describe('the other rules of the API hold', () => {
  it('hosts', async () => {
    const { port } = await guardedApi({ hosts: ['host.example'] });
    expect((await openStream(port, '', { host: 'evil.example' })).status).toBe(400);
    expect((await openStream(port, '', { host: 'host.example' })).status).toBe(200);
  });

  it('origins', async () => {
    const { port } = await guardedApi({ cors: { origins: ['https://a.example'] } });
    const allowed = await openStream(port, '', { origin: 'https://a.example' });
    expect(allowed.headers['access-control-allow-origin']).toBe('https://a.example');
    const other = await openStream(port, '', { origin: 'https://b.example' });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
    expect(other.headers.vary).toBe('Origin');
  });
});
