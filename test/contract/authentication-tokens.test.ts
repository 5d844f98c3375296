/** Bearer tokens and API keys on a listening server. */
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/net/credentials/api-key.ts';
import {
  basic,
  detailOf,
  fakeAuthenticator,
  guardedApi,
  PASSWORD,
  SECRET,
  USER,
} from '../support/guarded-api.ts';
import { encode, KEY, key, useLogins } from '../support/logins.ts';

const WRONG_BASIC = { detail: 'Incorrect authentication', scheme: 'Basic' };
const WRONG_BEARER = { detail: 'Incorrect authentication', scheme: 'Bearer' };

const { as, refusal, tokenOf } = useLogins();

/** A token like Gander's, except for the given parts. */
function forge(
  change: { claims?: object; alg?: string; secret?: string; header?: object } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const edition = createHmac('sha256', change.secret ?? SECRET)
    .update(PASSWORD)
    .digest('base64url');
  return new SignJWT({ sub: USER, iss: 'gander', iat: now, exp: now + 60, edition, ...change.claims })
    .setProtectedHeader({ alg: change.alg ?? 'HS256', typ: 'JWT', ...change.header })
    .sign(new TextEncoder().encode(change.secret ?? SECRET));
}

describe('Bearer', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('%s with a token is accepted, again and again', async (scheme) => {
    const token = await tokenOf();
    for (let round = 0; round < 3; round += 1) expect((await as(`${scheme} ${token}`)).status).toBe(200);
    expect((await as(`${scheme} ${token}`, '/api/4/processes/extended/1', 'POST')).status).toBe(200);
  });

  const past = Math.floor(Date.now() / 1000) - 10;
  const NOT_OURS: [string, Promise<string>][] = [
    ['of another password', forge({ claims: { edition: 'x' } })],
    ['of no password', forge({ claims: { edition: undefined } })],
    ['expired', forge({ claims: { exp: past } })],
    ['of another user', forge({ claims: { sub: 'root' } })],
    ['without a subject', forge({ claims: { sub: undefined } })],
    ['without an expiry', forge({ claims: { exp: undefined } })],
    ['not valid yet', forge({ claims: { nbf: past + 1000 } })],
    ['of another issuer', forge({ claims: { iss: 'other' } })],
    ['signed with a foreign key', forge({ secret: 'another secret of more than thirty-two characters' })],
    ['signed with another algorithm', forge({ alg: 'HS512', secret: SECRET + SECRET })],
    ['with a critical extension', forge({ header: { crit: ['x'], x: 1 } }).catch(() => 'a.b.c')],
  ];
  it('one that is as ours is accepted', async () => {
    expect((await as(`Bearer ${await forge()}`)).status).toBe(200);
  });

  it.each(NOT_OURS)('a token %s is refused', async (_, token) => {
    expect(await refusal(`Bearer ${await token}`)).toEqual(WRONG_BEARER);
  });

  it('refuses tokens without a signature, and signatures of keys that are public', async () => {
    const [, payload = ''] = (await tokenOf()).split('.');
    for (const alg of ['none', 'None', 'NONE', '']) {
      const head = encode({ alg, typ: 'JWT' });
      expect(await refusal(`Bearer ${head}.${payload}.`)).toEqual(WRONG_BEARER);
      expect(await refusal(`Bearer ${head}.${payload}`)).toEqual(WRONG_BEARER);
    }
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const now = Math.floor(Date.now() / 1000);
    const foreign = await new SignJWT({ sub: USER, iss: 'gander', iat: now, exp: now + 60 })
      .setProtectedHeader({ alg: 'RS256', jwk: { kty: 'RSA', n: 'AAAA', e: 'AQAB' } })
      .sign(privateKey);
    expect(await refusal(`Bearer ${foreign}`)).toEqual(WRONG_BEARER);
  });

  it('refuses what is left of a token, and one with a changed payload', async () => {
    const token = await tokenOf();
    const [head, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const changed = `${head}.${encode({ ...claims, exp: 9e9 })}.${signature}`;
    for (const other of [
      token.slice(0, -1),
      token.slice(0, 40),
      `${token}A`,
      `${head}.${payload}.`,
      changed,
      'x',
    ])
      expect(await refusal(`Bearer ${other}`)).toEqual(WRONG_BEARER);
  });

  it('is not tried as a password when it is wrong', async () => {
    expect(await refusal(basic(USER, PASSWORD).replace('Basic', 'Bearer'))).toEqual(WRONG_BEARER);
  });

  it('ends with its time, also when it was verified before', async () => {
    let now = Date.now();
    const api = await guardedApi({
      authenticator: fakeAuthenticator({ now: () => now, tokens: { secret: SECRET, minutes: 1 } }),
    });
    const body = JSON.stringify({ username: USER, password: PASSWORD });
    const { body: reply } = await api.send({ method: 'POST', path: '/api/4/token', body });
    const { access_token: token, expires_in: lifetime } = JSON.parse(reply) as Record<string, string>;
    expect(lifetime).toBe(60);
    now += 61_000;
    expect((await api.send({ headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  });

  it('is good whatever the clock was set to when it was issued', async () => {
    let now = Date.now();
    const api = await guardedApi({
      authenticator: fakeAuthenticator({ tokens: { secret: SECRET, minutes: 60 }, now: () => now }),
    });
    const status = async (token: string) =>
      (await api.send({ headers: { authorization: `Bearer ${token}` } })).status;
    const logIn = async (): Promise<string> => {
      const body = JSON.stringify({ username: USER, password: PASSWORD });
      const { body: reply } = await api.send({ method: 'POST', path: '/api/4/token', body });
      return (JSON.parse(reply) as { access_token: string }).access_token;
    };
    const first = await logIn();
    for (const hours of [-48, 96, -1000]) {
      now += hours * 3_600_000;
      expect(await status(await logIn())).toBe(200);
    }
    expect(await status(first)).toBe(200);
  });

  it('ends with the password, with and without a secret of the configuration', async () => {
    for (const secret of [SECRET, undefined]) {
      const authenticator = fakeAuthenticator({ tokens: { secret, minutes: 60 } });
      const api = await guardedApi({ authenticator });
      const { token } = await authenticator.issueToken(USER);
      const status = async () => (await api.send({ headers: { authorization: `Bearer ${token}` } })).status;
      expect(await status()).toBe(200);
      authenticator.replaceAccount({ user: USER, hash: PASSWORD, edition: 'another' });
      expect(await status()).toBe(401);
    }
  });
});

describe('an API key', () => {
  it('reads', async () => {
    expect((await as(`Bearer ${KEY}`)).status).toBe(200);
    expect((await as(`Bearer ${KEY}`, '/api/4/status', 'HEAD')).status).toBe(200);
    for (const method of ['GET', 'POST'])
      expect((await as(`Bearer ${KEY}`, '/none', method)).status).toBe(404);
  });

  it.each(['/api/4/processes/extended/1', '/api/4/processes/extended/disable'])(
    'does not write: POST %s',
    async (path) => {
      const answer = await as(`Bearer ${KEY}`, path, 'POST');
      expect([answer.status, detailOf(answer)]).toEqual([
        403,
        'This needs the role operator: dashboard has the role viewer',
      ]);
    },
  );

  it.each([createApiKey(), KEY.slice(0, -1), `${KEY}A`, 'gander_', KEY.toUpperCase(), KEY.slice(7)])(
    'is refused when it is not known: %s',
    async (other) => {
      expect(await refusal(`Bearer ${other}`)).toEqual(WRONG_BEARER);
    },
  );

  it('is no password', async () => {
    expect(await refusal(basic(USER, KEY))).toEqual(WRONG_BASIC);
    expect(await refusal(basic(key.name, KEY))).toEqual(WRONG_BASIC);
  });

  it('ends when it is removed', async () => {
    const authenticator = fakeAuthenticator({ keys: [key] });
    const api = await guardedApi({ authenticator });
    const status = async () => (await api.send({ headers: { authorization: `Bearer ${KEY}` } })).status;
    expect(await status()).toBe(200);
    authenticator.replaceKeys([]);
    expect(await status()).toBe(401);
  });
});
