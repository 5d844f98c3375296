/** Guessing of passwords on a listening server. */
import { describe, expect, it } from 'vitest';
import { basic, detailOf, fakeAuthenticator, guardedApi, PASSWORD, USER } from '../support/guarded-api.ts';

const right = { authorization: basic(USER, PASSWORD) };
const wrong = (count: number) => ({ authorization: basic(USER, `guess ${count}`) });
/** Sends concurrent requests until one is refused by rate limiting. */
const flood = (one: (index: number) => Promise<{ status: number }>) =>
  Promise.any(
    Array.from({ length: 40 }, async (_, index) => {
      if ((await one(index)).status !== 429) throw new Error('not refused');
    }),
  );
const many = (count: number, one: (index: number) => Promise<{ status: number }>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

describe('guessing', () => {
  it('is refused with 429 when too much waits, at /token too, and not for whoever is logged in', async () => {
    const api = await guardedApi({ authenticator: fakeAuthenticator() });
    expect((await api.send({ headers: right })).status).toBe(200);
    await flood((index) => api.send({ headers: wrong(index) }));

    const refused = await api.send({ headers: wrong(99) });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(15);
    expect(detailOf(refused)).toMatch(
      /^Too many wrong passwords from this address: try again in \d+ seconds$/,
    );
    const login = (password: string) =>
      api.send({ method: 'POST', path: '/api/4/token', body: JSON.stringify({ username: USER, password }) });
    expect((await login('guess')).status).toBe(429);
    for (const [method, path] of [
      ['GET', '/api/5/cpu'],
      ['POST', '/api/5/token'],
    ] as const) {
      const short = await api.send({ method, path, headers: wrong(98) });
      expect([short.status, detailOf(short)]).toEqual([429, 'Too many requests']);
      expect(Number(short.headers['retry-after'])).toBeGreaterThan(15);
      expect((await api.send({ method, path, headers: right })).status).toBe(200);
    }
    for (const path of ['/status', '/healthz'])
      expect((await api.send({ path, headers: wrong(97) })).status).toBe(200);

    expect((await api.send({ headers: right })).status).toBe(200);
    expect((await login(PASSWORD)).status).toBe(200);
  });

  it('lets the right password through after its wait, though it was never seen before', async () => {
    const api = await guardedApi({ authenticator: fakeAuthenticator() });
    expect(
      (await many(7, (index) => api.send({ headers: wrong(index) }))).every(({ status }) => status === 401),
    ).toBe(true);
    expect((await api.send({ headers: right })).status).toBe(200);
  });

  it('from one address leaves others alone, as a trusted proxy tells them apart', async () => {
    const api = await guardedApi({ authenticator: fakeAuthenticator(), trustedProxies: ['127.0.0.1'] });
    const from = (address: string, headers: Record<string, string>) =>
      api.send({ headers: { ...headers, 'x-forwarded-for': address } });
    await flood((index) => from('10.0.0.1', wrong(index)));
    expect((await from('10.0.0.1', wrong(99))).status).toBe(429);
    expect((await from('10.0.0.2', wrong(99))).status).toBe(401);
    // The address that the proxy adds counts, not the one that a client claims.
    expect((await from('10.0.0.9, 10.0.0.1', wrong(98))).status).toBe(429);
  });

  it('cannot hide behind X-Forwarded-For where no proxy is trusted', async () => {
    const api = await guardedApi({ authenticator: fakeAuthenticator() });
    await flood((index) => api.send({ headers: { ...wrong(index), 'x-forwarded-for': `10.0.0.${index}` } }));
    expect((await api.send({ headers: { ...wrong(99), 'x-forwarded-for': '10.9.9.9' } })).status).toBe(429);
  });

  it('is not what a client with an old password does, which repeats it for ever', async () => {
    const authenticator = fakeAuthenticator();
    const api = await guardedApi({ authenticator });
    for (let round = 0; round < 30; round += 1)
      expect((await api.send({ headers: wrong(0) })).status).toBe(401);
    expect(authenticator.comparisons()).toBe(1);
    expect((await api.send({ headers: right })).status).toBe(200);
  });
});
