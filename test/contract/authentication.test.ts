/** Passwords, their exchange for tokens, and other credentials on a listening server: the tables of the specification, row by row. */
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../support/full-run.ts';
import { anyCharacter } from '../support/any-character.ts';
import {
  basic,
  detailOf,
  fakeAuthenticator,
  guardedApi,
  PASSWORD,
  SECRET,
  USER,
} from '../support/guarded-api.ts';
import { encode, useLogins } from '../support/logins.ts';
import { exchange } from '../support/raw-http.ts';

const MISSING = { detail: 'Not authenticated', scheme: 'Basic' };
const WRONG_BASIC = { detail: 'Incorrect authentication', scheme: 'Basic' };

const { as, refusal, login, tokenOf, send } = useLogins();

describe('without credentials', () => {
  it('is /status open', async () => {
    for (const method of ['GET', 'HEAD'])
      expect((await send({ path: '/api/4/status', method })).status).toBe(200);
  });

  it.each([
    ['GET', '/api/4/cpu'],
    ['GET', '/api/4/all'],
    ['GET', '/api/4/config'],
    ['GET', '/api/4/args'],
    ['GET', '/api/4/nothing'],
    ['GET', '/api/4/token'],
    ['GET', '/api/4/processes/abc'],
    ['GET', '/api/4/status/'],
    ['GET', '//api/4/status'],
    ['GET', '/api/4/status/../cpu'],
    ['GET', '/api/4/%2e%2e/4/cpu'],
    ['GET', '/api/plugins'],
    ['GET', '/'],
    ['GET', '/browser'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['GET', '/none'],
    ['GET', '/%zz'],
    ['GET', `/api/4/cpu/${'x'.repeat(2000)}`],
    ['POST', '/api/4/status'],
    ['POST', '/api/4/events/clear/all'],
    ['POST', '/api/4/processes/extended/1'],
    ['DELETE', '/api/4/cpu'],
    ['PROPFIND', '/api/4/cpu'],
    ['OPTIONS', '/api/4/cpu'],
    ['PUT', '/api/4/token'],
  ])('is %s %s not', async (method, path) => {
    expect(await refusal(undefined, path, method)).toEqual(MISSING);
  });

  it('has HEAD no body', async () => {
    const { status, body } = await send({ method: 'HEAD' });
    expect({ status, body }).toEqual({ status: 401, body: '' });
  });
});

describe('Basic', () => {
  it.each(['Basic', 'basic', 'BASIC'])('%s with the right password is accepted', async (scheme) => {
    expect((await as(basic(USER, PASSWORD).replace('Basic', scheme))).status).toBe(200);
  });

  it.each([
    [basic(USER, 'wrong')],
    [basic('other', PASSWORD)],
    [basic(USER.toUpperCase(), PASSWORD)],
    [basic(USER, '')],
    [basic('', PASSWORD)],
    [basic(USER, `${PASSWORD} `)],
    [basic(USER, `${PASSWORD}\0`)],
  ])('%s is incorrect', async (header) => {
    expect(await refusal(header)).toEqual(WRONG_BASIC);
  });

  it.each([
    'Basic',
    'Basic ',
    'Basic !!!!',
    'Basic aaaa bbbb',
    `Basic ${Buffer.from('no colon').toString('base64')}`,
    `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}`,
    'Digest username="x"',
    'gander:swordfish',
    '',
    'Bearer',
  ])('"%s" counts as none', async (header) => {
    expect(await refusal(header)).toEqual(MISSING);
  });

  it('with the right password may write, and sees what is unknown', async () => {
    expect((await as(basic(USER, PASSWORD), '/api/4/processes/extended/1', 'POST')).status).toBe(200);
    expect((await as(basic(USER, PASSWORD), '/api/4/nothing')).status).toBe(400);
    expect((await as(basic(USER, PASSWORD), '/none')).status).toBe(404);
    expect((await as(basic(USER, PASSWORD), '/api/4/cpu', 'DELETE')).status).toBe(405);
  });

  it('computes a hash once for many requests, also for many at once', async () => {
    const authenticator = fakeAuthenticator();
    const api = await guardedApi({ authenticator });
    const headers = { authorization: basic(USER, PASSWORD) };
    await Promise.all(Array.from({ length: 20 }, () => api.send({ headers })));
    await api.send({ headers });
    expect(authenticator.comparisons()).toBe(1);
  });

  it('computes it anew after the password has changed', async () => {
    const authenticator = fakeAuthenticator();
    const api = await guardedApi({ authenticator });
    const status = async (password: string) =>
      (await api.send({ headers: { authorization: basic(USER, password) } })).status;
    expect([await status(PASSWORD), await status('next')]).toEqual([200, 401]);
    authenticator.replaceAccount({ user: USER, hash: 'next', edition: 'next' });
    expect([await status(PASSWORD), await status('next')]).toEqual([401, 200]);
  });
});

describe('POST /token', () => {
  it('gives a token for name and password, whatever the content type', async () => {
    const body = JSON.stringify({ username: USER, password: PASSWORD });
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      const answer = await login(body, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(JSON.parse(answer.body)).toEqual({
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_in: 3600,
      });
    }
  });

  it('makes tokens that others can read', async () => {
    const [header = '', payload = '', signature] = (await tokenOf()).split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(read(payload)).toEqual({
      sub: USER,
      iss: 'gander',
      iat: expect.any(Number),
      exp: expect.any(Number),
      edition: expect.any(String),
    });
    const { iat, exp } = read(payload) as { iat: number; exp: number };
    expect(exp - iat).toBe(3600);
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url'));
  });

  it.each(['', '{', 'username=a', '{"username": "a"', '\u0000'])('"%s" is not JSON', async (body) => {
    const answer = await login(body);
    expect([answer.status, detailOf(answer)]).toEqual([400, 'Invalid JSON body']);
  });

  it.each([
    {},
    [],
    [1],
    'text',
    1,
    null,
    { username: USER },
    { password: PASSWORD },
    { username: '', password: PASSWORD },
    { username: USER, password: '' },
    { username: USER, password: null },
    { username: 1, password: 2 },
    { username: [USER], password: { a: 1 } },
  ])('%j lacks something', async (value) => {
    const answer = await login(JSON.stringify(value));
    expect([answer.status, detailOf(answer)]).toEqual([400, 'Missing username or password in request body']);
  });

  it.each([
    { username: USER, password: 'nope' },
    { username: 'other', password: PASSWORD },
  ])('%j is wrong', async (value) => {
    const answer = await login(JSON.stringify(value));
    expect([answer.status, detailOf(answer)]).toEqual([401, 'Incorrect authentication']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('takes no more than 16 KiB', async () => {
    expect((await login('x'.repeat(17_000))).status).toBe(413);
  });

  it('does not exist without a password', async () => {
    const open = await guardedApi();
    const post = await open.send({ method: 'POST', path: '/api/4/token', body: '{}' });
    expect([post.status, detailOf(post)]).toEqual([405, 'Method Not Allowed']);
    const get = await open.send({ path: '/api/4/token' });
    expect([get.status, detailOf(get)]).toEqual([400, expect.stringContaining('Unknown plugin token')]);
  });

  it('is there below a prefix', async () => {
    const prefixed = await guardedApi({ authenticator: fakeAuthenticator(), prefix: '/pre/' });
    const body = JSON.stringify({ username: USER, password: PASSWORD });
    expect((await prefixed.send({ method: 'POST', path: '/pre/api/4/token', body })).status).toBe(200);
    expect((await prefixed.send({ path: '/pre/api/4/status' })).status).toBe(200);
    expect((await prefixed.send({ method: 'POST', path: '/api/4/token', body })).status).toBe(401);
  });
});

describe('any Authorization header', () => {
  const anything = fc
    .string({ unit: anyCharacter, maxLength: 60 })
    .map((text) => text.replace(/[\r\n\0]/g, ''));
  const base64 = fc.base64String({ maxLength: 80 });
  const part = fc.oneof(
    fc.constantFrom(
      encode({ alg: 'none' }),
      encode({ alg: 'HS256', typ: 'JWT' }),
      encode({ sub: USER, exp: 9e9 }),
      '',
    ),
    fc.json().map((text) => Buffer.from(text).toString('base64url')),
    base64,
  );
  const header = fc.oneof(
    anything,
    anything.map((text) => `Basic ${text}`),
    base64.map((text) => `Basic ${text}`),
    anything.map((text) => `Bearer ${text}`),
    anything.map((text) => `Bearer gander_${text}`),
    fc.array(part, { maxLength: 5 }).map((parts) => `Bearer ${parts.join('.')}`),
  );
  const path = fc.constantFrom('/api/4/cpu', '/api/4/all', '/api/4/config', '/none', '/%zz', '/api/plugins');
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'OPTIONS');

  it('gets no data, and no fault', async () => {
    // Guesses from one address are slowed down: each request comes from another.
    const api = await guardedApi({ authenticator: fakeAuthenticator(), trustedProxies: ['127.0.0.1'] });
    await fc.assert(
      fc.asyncProperty(header, path, method, fc.ipV4(), async (authorization, target, verb, address) => {
        const reply = await exchange(
          api.port,
          `${verb} ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nX-Forwarded-For: ${address}\r\n` +
            'Content-Length: 0\r\nConnection: close\r\n\r\n',
        );
        expect(reply).toMatch(/^HTTP\/1\.1 (401 Unauthorized|400 Bad Request)\r\n/);
        if (reply.startsWith('HTTP/1.1 400')) expect(reply).toContain('Not a valid HTTP request');
      }),
      { numRuns: tries(1000) },
    );
    expect(api.faults).toEqual([]);
  });

  it('and any body of POST /token gets 400 or 401', async () => {
    const api = await guardedApi({ authenticator: fakeAuthenticator(), trustedProxies: ['127.0.0.1'] });
    const text = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom(USER, '__proto__', ''));
    const body = fc.oneof(
      fc.json(),
      anything,
      fc.record({ username: text, password: text }).map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(body, fc.ipV4(), async (sent, address) => {
        const headers = { 'x-forwarded-for': address };
        const { status } = await api.send({ method: 'POST', path: '/api/4/token', body: sent, headers });
        expect([400, 401]).toContain(status);
      }),
      { numRuns: tries(300) },
    );
    expect(api.faults).toEqual([]);
  });
});
