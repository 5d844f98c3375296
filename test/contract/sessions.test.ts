/** Sessions of browsers on a listening server: the cookie, its rights, and its end. */
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import type { Answer } from '../support/http-client.ts';
import {
  basic,
  detailOf,
  fakeAuthenticator,
  fakeSessions,
  guardedApi,
  PASSWORD,
  USER,
} from '../support/guarded-api.ts';

const LOGIN = JSON.stringify({ username: USER, password: PASSWORD });
const OWN = { origin: 'http://127.0.0.1' };
const DAY = 86_400_000;

async function rig() {
  const clock = createFakeClock(Date.now());
  const authenticator = fakeAuthenticator({ sessions: fakeSessions({ clock }) });
  const api = await guardedApi({ authenticator, trustedProxies: ['127.0.0.1'] });
  const ask = (cookie: string, headers: Record<string, string> = {}, method = 'GET', path = '/api/4/cpu') =>
    api.send({ method, path, headers: { ...(cookie !== '' && { cookie }), ...headers } });
  return {
    authenticator,
    port: api.port,
    ask,
    status: async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status,
    logIn: (headers: Record<string, string> = {}, body = LOGIN) =>
      api.send({ method: 'POST', path: '/api/session', body, headers }),
    pass: (days: number) => clock.skip(days * DAY),
  };
}

/** Name and value, as a browser returns them, and the attributes. */
function cookieIn({ headers }: Answer): [pair: string, attributes: string] {
  const [pair = '', ...attributes] = (headers['set-cookie']?.[0] ?? '').split('; ');
  return [pair, attributes.join('; ')];
}

describe('a login of the page', () => {
  it('sets a cookie that scripts and other sites do not get', async () => {
    const { logIn, status } = await rig();
    const answer = await logIn();
    const [cookie, attributes] = cookieIn(answer);
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([200, '{}', 'no-cache']);
    expect(cookie).toMatch(/^gander-[\da-f]{8}=[\w-]{43}$/);
    expect(attributes).toBe('Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict');
    expect(await status(cookie)).toBe(200);
    expect(await status(`other=x; ${cookie}; last=y`)).toBe(200);
    expect(await status('')).toBe(401);
  });

  it('is known by name and role, and nobody is no error', async () => {
    const { logIn, ask } = await rig();
    const [cookie] = cookieIn(await logIn());
    const who = async (...given: Parameters<typeof ask>) => {
      const [pair, headers = {}] = given;
      const { status, body } = await ask(pair, headers, 'GET', '/api/session');
      return [status, JSON.parse(body) as unknown];
    };
    const logins = { password: true, provider: null };
    const known = { name: USER, role: 'admin', ...logins };
    const nobody = { name: null, role: null, ...logins };
    expect(await who(cookie)).toEqual([200, known]);
    expect(await who('', { authorization: basic(USER, PASSWORD) })).toEqual([200, known]);
    expect(await who('')).toEqual([200, nobody]);
    expect(await who(cookie.replace(/.$/, ''))).toEqual([200, nobody]);
    expect(await who('', { authorization: basic(USER, 'wrong') })).toEqual([200, nobody]);
  });

  it('binds the cookie to this host where the client uses https', async () => {
    const { logIn, status } = await rig();
    const secure = { 'x-forwarded-proto': 'https' };
    const [cookie, attributes] = cookieIn(await logIn(secure));
    expect(cookie).toMatch(/^__Host-gander-/);
    expect(attributes).toBe('Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure');
    expect(await status(cookie, secure)).toBe(200);
    // A name that a plain reply could have set.
    expect(await status(cookie.replace('__Host-', ''), secure)).toBe(401);
  });

  it.each([
    ['{"username": "gander", "password": "wrong"}', 401, 'Incorrect authentication'],
    ['{"username": "gander"}', 400, 'Missing username or password in request body'],
    ['x', 400, 'Invalid JSON body'],
  ])('is refused for %s', async (body, status, detail) => {
    const answer = await (await rig()).logIn({}, body);
    expect([answer.status, detailOf(answer), answer.headers['set-cookie']]).toEqual([
      status,
      detail,
      undefined,
    ]);
  });

  it('needs a page of this server', async () => {
    const { logIn } = await rig();
    const answer = await logIn({ origin: 'http://evil.example' });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
  });
});

describe('a session', () => {
  it('gets replies that are for this site alone', async () => {
    const { ask, logIn } = await rig();
    const [cookie] = cookieIn(await logIn());
    const { headers } = await ask(cookie, { origin: 'http://evil.example' });
    expect([headers['cross-origin-resource-policy'], headers['access-control-allow-credentials']]).toEqual([
      'same-origin',
      undefined,
    ]);
  });

  it('goes on where another port has set a cookie of its name, and ends as it should', async () => {
    const { ask, logIn, status } = await rig();
    const [cookie] = cookieIn(await logIn());
    const [name = ''] = cookie.split('=');
    const others = ['', 'x', 'A'.repeat(43)].map((value) => `${name}=${value}`);
    for (const all of [
      [...others, cookie],
      [cookie, ...others],
      [...others.slice(1), cookie, 'z=1'],
    ]) {
      const { status: code, headers } = await ask(all.join('; '));
      expect([code, headers['set-cookie']], all.join('; ')).toEqual([200, undefined]);
    }
    expect(await status(others.join('; '))).toBe(401);
    // A header of many is not searched to its end.
    expect(await status([...Array<string>(50).fill(`${name}=x`), cookie].join('; '))).toBe(401);
    const { status: code } = await ask(
      [...others, cookie].join('; '),
      { 'sec-fetch-site': 'same-origin' },
      'DELETE',
      '/api/session',
    );
    expect([code, await status(cookie)]).toEqual([200, 401]);
  });

  it('changes something only for pages of this server', async () => {
    const { ask, logIn, status } = await rig();
    const [cookie] = cookieIn(await logIn());
    const post = (headers: Record<string, string>) =>
      status(cookie, headers, 'POST', '/api/4/processes/extended/1');
    const host = { host: '127.0.0.1' };
    expect(await post({ ...host, ...OWN })).toBe(200);
    expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'http://evil.example' },
      { ...host, origin: 'http://127.0.0.1:8080' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', ...OWN },
    ])
      expect(await post(headers), JSON.stringify(headers)).toBe(403);
    const refused = await ask(cookie, {}, 'DELETE', '/api/session');
    expect([refused.status, detailOf(refused)]).toEqual([
      403,
      'Only the page of this server may change something with its session',
    ]);
    expect(await status(cookie)).toBe(200);
  });

  it('goes on while it is used, and says when it has expired', async () => {
    const { ask, logIn, pass, status } = await rig();
    const [cookie] = cookieIn(await logIn());
    expect((await ask(cookie)).headers['set-cookie']).toBeUndefined();
    for (let month = 0; month < 3; month += 1) {
      pass(29);
      const [again, attributes] = cookieIn(await ask(cookie));
      expect([again, attributes]).toEqual([cookie, 'Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict']);
    }
    pass(31);
    const expired = await ask(cookie, { 'x-requested-with': 'gander' });
    expect([expired.status, detailOf(expired), expired.headers['www-authenticate']]).toEqual([
      401,
      'Session expired',
      'Bearer',
    ]);
    expect(cookieIn(expired)).toEqual([
      `${cookie.split('=')[0]}=`,
      'Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    ]);
    // Credentials of programs do not depend on it.
    expect(await status(cookie, { authorization: basic(USER, PASSWORD) })).toBe(200);
    expect(await status(cookie, { authorization: 'Bearer x' })).toBe(401);
  });

  it('ends with a logout, and another one goes on', async () => {
    const { ask, logIn, status } = await rig();
    const [one] = cookieIn(await logIn());
    const [other] = cookieIn(await logIn());
    const answer = await ask(one, { 'sec-fetch-site': 'same-origin' }, 'DELETE', '/api/session');
    expect([answer.status, cookieIn(answer)[1]]).toEqual([
      200,
      'Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    ]);
    expect([await status(one), await status(other)]).toEqual([401, 200]);
    expect(await status('', {}, 'DELETE', '/api/session')).toBe(200);
  });

  it('ends with the password', async () => {
    const { authenticator, logIn, status } = await rig();
    const [cookie] = cookieIn(await logIn());
    authenticator.replaceAccount({ user: USER, hash: PASSWORD, edition: 'another' });
    expect(await status(cookie)).toBe(401);
  });

  it('of another agent at the same host name is none here', async () => {
    const { ask } = await rig();
    const answer = await ask(`gander-0badcafe=${'x'.repeat(43)}`);
    expect([answer.status, detailOf(answer), answer.headers['set-cookie']]).toEqual([
      401,
      'Not authenticated',
      undefined,
    ]);
  });
});
