import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { createFakeClock, type FakeClock } from '../../../test/support/fake-clock.ts';
import { type FakeProvider, startFakeProvider } from '../../../test/support/fake-provider.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { openOidc } from '../../../test/support/oidc-rig.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { give } from '../../core/parts/service.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';
import { type AuditLine, createAudit } from '../../net/credentials/audit.ts';
import { localPath } from './login-attempt.ts';
import { OIDC_SECTION } from './oidc-section.ts';
import { Oidc } from './oidc.ts';

const MINUTE = 60_000;
const METADATA = '/.well-known/openid-configuration';

let provider: FakeProvider;
/** The server of most tests: another one for each would take longer than they do. */
let shared: Awaited<ReturnType<typeof serve>>;
const stops: (() => unknown)[] = [];
beforeAll(async () => {
  provider = await startFakeProvider();
  shared = await serve();
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await provider.stop();
});
beforeEach(() => {
  provider.reset();
  shared.log.length = 0;
  // Warnings have a pause.
  shared.clock.skip(MINUTE);
});

interface Rigged {
  path?: string | null;
  options?: object;
  clock?: FakeClock;
}

/** A server with the provider, as a browser and the provider reach it. */
async function serve({ path = null, options = {}, clock = createFakeClock(Date.now()) }: Rigged = {}) {
  const { authenticator, oidc, log, running } = await openOidc({
    issuer: provider.issuer,
    options: { roles: ['ops:operator', 'admins:admin'], ...options },
    clock,
    path,
  });
  stops.push(running.stop);
  const audit = createAudit({ path: null, problems: keptProblems().problems, log: () => {} });
  const { api } = createFakeApi(undefined, {
    features: featuresWith(give(Oidc, oidc)),
    protection: { ...UNPROTECTED, authenticator, audit },
  });
  const ask = async (
    url: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'POST' | 'DELETE' = 'GET',
    payload = '',
  ) => {
    const reply = await api.inject({ method, url, headers: { host: 'gander.test', ...headers }, payload });
    const cookies = [reply.headers['set-cookie'] ?? []].flat();
    return { status: reply.statusCode, headers: reply.headers, body: reply.body, cookies };
  };
  type Reply = Awaited<ReturnType<typeof ask>>;
  const cookieOf = ({ cookies }: Reply, isAttempt = false): string =>
    cookies.map((text) => text.split(';')[0] ?? '').find((text) => text.includes('-login=') === isAttempt) ??
    '';

  const begin = async (way = '/', headers = {}) => {
    const reply = await ask(`/api/oidc/login?return=${encodeURIComponent(way)}`, headers);
    return {
      reply,
      cookie: cookieOf(reply, true),
      address: new URL(reply.headers.location ?? 'about:blank'),
    };
  };
  const come = (back: URLSearchParams, cookie: string, headers = {}) =>
    ask(`/api/oidc/callback?${back}`, { cookie, ...headers });
  /** A whole login. */
  const logIn = async (way?: string, change: (back: URLSearchParams) => void = () => {}) => {
    const { cookie, address } = await begin(way);
    const back = provider.logIn(address);
    change(back);
    return come(back, cookie);
  };
  const me = async (cookie: string) => JSON.parse((await ask('/api/me', { cookie })).body) as object;
  return {
    ask,
    authenticator,
    begin,
    clock,
    come,
    cookieOf,
    logIn,
    log,
    me,
    running,
    lines: (): [string | null, string, number][] =>
      audit.newest().map(({ who, action, status }: AuditLine) => [who, action, status]),
    session: async () => cookieOf(await logIn()),
    status: async (cookie: string) => (await ask('/api/4/cpu', { cookie })).status,
  };
}

describe('a login at the provider', () => {
  it('gives a session with the role of the groups, and leads back', async () => {
    const { begin, come, cookieOf, me, lines, ask, authenticator } = shared;
    const { reply, cookie, address } = await begin('/#sort=pid');
    expect([reply.status, `${address.origin}${address.pathname}`]).toEqual([
      303,
      `${provider.issuer}/authorize`,
    ]);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'gander',
      response_type: 'code',
      redirect_uri: 'http://gander.test/api/oidc/callback',
      scope: 'openid profile',
      code_challenge_method: 'S256',
    });
    expect(reply.cookies[0]).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const done = await come(provider.logIn(address), cookie);
    expect([done.status, done.headers.location, done.headers['cache-control']]).toEqual([
      303,
      '/#sort=pid',
      'no-store',
    ]);
    expect(done.cookies[0]).toMatch(/-login=; .*Max-Age=0/);
    expect(done.cookies[1]).toMatch(/^gander-[\da-f]{8}=[\w-]{43}; .*HttpOnly; SameSite=Strict$/);
    const sent = provider.seen.find(({ path }) => path === '/token');
    expect(sent?.body.get('code_verifier')).toHaveLength(43);
    expect(sent?.authorization).toBe(`Basic ${Buffer.from('gander:a+secret').toString('base64')}`);
    const session = cookieOf(done);
    expect(await me(session)).toMatchObject({ name: 'eve', role: 'operator', source: 'provider' });
    expect(JSON.parse((await ask('/api/session', { cookie: session })).body)).toEqual({
      name: 'eve',
      role: 'operator',
      password: true,
      provider: new URL(provider.issuer).host,
    });
    expect(lines()[0]).toEqual(['eve', 'logInAtProvider', 303]);
    // One with the name of a user of this server is another user.
    provider.now.claims['preferred_username'] = 'gander';
    expect(authenticator.identityOf('gander')?.role).toBe('admin');
    const { begin: again, cookieOf: of } = { begin, cookieOf };
    const second = await again();
    expect(await me(of(await come(provider.logIn(second.address), second.cookie)))).toMatchObject({
      name: `gander@${new URL(provider.issuer).host}`,
      role: 'operator',
    });
  });

  it.each<[name: string, claims: object, options: object, userinfo: object | null, role: string | null]>([
    ['the highest group', { groups: ['x', 'ops', 'admins'] }, {}, null, 'admin'],
    ['no known group', { groups: ['x'] }, {}, null, null],
    ['no known group, with a default', { groups: ['x'] }, { default_role: 'viewer' }, null, 'viewer'],
    ['no groups', { groups: undefined }, {}, null, null],
    ['groups that are no list', { groups: 'admins' }, {}, null, null],
    ['groups that are no texts', { groups: [{ admins: true }, ['admins']] }, {}, null, null],
    ['another claim', { groups: ['admins'], teams: ['ops'] }, { groups_claim: 'teams' }, null, 'operator'],
    ['groups on request', { groups: undefined }, {}, { sub: 'id of eve', groups: ['ops'] }, 'operator'],
    ['signed groups before others', {}, {}, { sub: 'id of eve', groups: ['admins'] }, 'operator'],
  ])('%s', async (_, claims, options, userinfo, role) => {
    const { logIn, me, cookieOf, lines, log } = await serve({ options });
    Object.assign(provider.now.claims, claims);
    if (userinfo !== null) Object.assign(provider.now, { userinfo });
    // Real providers have this address only where it answers.
    else delete provider.now.metadata['userinfo_endpoint'];
    const reply = await logIn();
    if (role !== null) return expect(await me(cookieOf(reply))).toMatchObject({ role });
    expect([reply.status, reply.headers['refresh'], cookieOf(reply)]).toEqual([
      403,
      '0; url=/?login=refused',
      '',
    ]);
    expect(lines()).toEqual([[null, 'logInAtProvider', 403]]);
    expect(log[0]).toMatch(
      /^A login at .* failed: eve has no role here: name one of the groups in \[oidc\] roles/,
    );
  });

  it.each([
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['/.//evil.test', '/'],
    ['https://evil.test/', '/'],
    ['javascript:alert(1)', '/'],
    ['/\n/evil.test', '/'],
    ['\t//evil.test', '/'],
    ['/'.repeat(2000), '/'],
    ['/browser?a=1#x', '/browser?a=1#x'],
  ])('leads to %j as %j', async (way, path) => {
    const { logIn } = shared;
    expect((await logIn(way)).headers.location).toBe(path);
  });

  it('stays below the prefix', () => {
    expect(['/pre/x', '/other', '/prefix', '/pre/../x'].map((way) => localPath(way, '/pre'))).toEqual([
      '/pre/x',
      '/pre/',
      '/pre/',
      '/pre/',
    ]);
  });
});

describe('attacks on a login', () => {
  /** Status, session and reason of a login. */
  const attempt = async (change?: (back: URLSearchParams) => void) => {
    const reply = await shared.logIn('/', change);
    return [reply.status, shared.cookieOf(reply), shared.log[0]?.replace(/^.* failed: /, '')];
  };

  it.each<[name: string, claims: object, reason: string]>([
    ['a wrong nonce', { nonce: 'x' }, 'unexpected ID Token "nonce"'],
    ['no nonce', { nonce: undefined }, '"nonce"'],
    ['another issuer', { iss: 'https://evil.test' }, '"iss"'],
    ['another audience', { aud: 'other' }, '"aud"'],
    ['two audiences', { aud: ['gander', 'other'] }, '"aud"'],
    ['azp of another client', { azp: 'other' }, 'azp of another client'],
    ['an old token', { exp: soon(-120) }, '"exp"'],
    ['a token without an end', { exp: undefined }, '"exp"'],
    ['a token of the future', { nbf: soon(120) }, '"nbf"'],
    ['no user', { sub: undefined }, '"sub"'],
    ['an endless user', { sub: 'x'.repeat(256) }, 'too long'],
  ])('%s is refused', async (_, claims, reason) => {
    Object.assign(provider.now.claims, claims);
    expect(await attempt()).toEqual([400, '', expect.stringContaining(reason)]);
  });

  it('clocks may differ a little', async () => {
    const { session, status } = shared;
    Object.assign(provider.now.claims, { exp: soon(-20), iat: soon(-80), nbf: soon(20) });
    expect(await status(await session())).toBe(200);
  });

  it.each<[name: string, reason: string, sign: FakeProvider['now']['sign']]>([
    ['none', '"alg"', async (claims) => new UnsecuredJWT(claims).encode()],
    [
      'HS256 with the public key',
      '"alg"',
      async (claims) => signedBySecret(claims, await exportSPKI(provider.publicKey())),
    ],
    ['HS256 with the secret of the client', '"alg"', async (claims) => signedBySecret(claims, 'a secret')],
    [
      'another key',
      'signature verification failed',
      async (claims) => {
        const { privateKey } = await generateKeyPair('ES256');
        return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey);
      },
    ],
  ])('a signature with %s is refused', async (_, reason, sign) => {
    // It says that it allows all of them.
    provider.now.metadata['id_token_signing_alg_values_supported'] = ['none', 'HS256', 'ES256'];
    provider.now.sign = sign;
    const fresh = await serve();
    const reply = await fresh.logIn();
    expect([reply.status, fresh.cookieOf(reply), fresh.log[0]]).toEqual([
      400,
      '',
      expect.stringContaining(reason),
    ]);
  });

  it.each<[name: string, change: (back: URLSearchParams) => void]>([
    ['another issuer', (back) => back.set('iss', 'https://evil.test')],
    ['no issuer', (back) => back.delete('iss')],
    ['another state', (back) => back.set('state', 'x'.repeat(43))],
    ['no state', (back) => back.delete('state')],
    ['two states', (back) => back.append('state', 'x')],
    ['another code', (back) => back.set('code', 'x')],
    ['no code', (back) => back.delete('code')],
    ['a token beside the code', (back) => back.set('id_token', 'x')],
    ['two codes', (back) => back.append('code', 'x')],
  ])('%s in the answer is refused', async (_, change) => {
    expect((await attempt(change)).slice(0, 2)).toEqual([400, '']);
  });

  it('an answer is good once, and for the browser that asked', async () => {
    const { begin, come, cookieOf, lines } = await serve();
    const mine = await begin();
    const other = await begin();
    const back = provider.logIn(mine.address);
    expect((await come(back, other.cookie)).status).toBe(400);
    expect((await come(back, '')).status).toBe(400);
    expect((await come(back, mine.cookie)).status).toBe(303);
    const code = provider.logIn(mine.address).get('code') ?? '';
    back.set('code', code);
    const again = await come(back, mine.cookie);
    expect([again.status, cookieOf(again)]).toEqual([400, '']);
    expect(lines().map(([, , status]) => status)).toEqual([400, 303, 400, 400]);
  });

  it('a session that was put into the browser ends with the login', async () => {
    const { begin, come, session, status, cookieOf } = shared;
    const planted = await session();
    const { address, cookie } = await begin();
    const done = await come(provider.logIn(address), `${cookie}; ${planted}`);
    expect(cookieOf(done)).not.toBe(planted);
    expect([await status(planted), await status(cookieOf(done))]).toEqual([401, 200]);
  });

  it('the provider says that it lets nobody in', async () => {
    const { begin, come, log } = shared;
    const { address, cookie } = await begin();
    const back = new URLSearchParams({
      error: 'access_denied',
      error_description: 'No\nwith a line',
      state: address.searchParams.get('state') ?? '',
      iss: address.origin,
    });
    const reply = await come(back, cookie);
    expect([reply.status, reply.headers['refresh']]).toEqual([403, '0; url=/?login=denied']);
    expect(log[0]).toMatch(/failed: the provider says access_denied \(No with a line\)\.$/);
  });
});

describe('a session of the provider', () => {
  it('has the role of today, on open streams too, and ends with the user', async () => {
    const { session, clock, me, authenticator, log, status } = await serve();
    const cookie = await session();
    let changes = 0;
    authenticator.onChange(() => (changes += 1));
    // Nothing to ask yet.
    await pass(clock, 2);
    expect(tokensAsked()).toBe(1);
    provider.now.claims['groups'] = ['admins'];
    await pass(clock, 5, () => changes === 1);
    expect(await me(cookie)).toMatchObject({ name: 'eve', role: 'admin' });
    expect(log).toContain(`eve has the role admin, as ${new URL(provider.issuer).host} says.`);
    // The token of before is void.
    await pass(
      clock,
      6,
      () => authenticator.sessions.logins()[0]?.login.refreshToken === 'first again again',
    );
    provider.now.claims['groups'] = [];
    await pass(clock, 6, () => changes === 2);
    expect(await status(cookie)).toBe(401);
  });

  it.each<[name: string, prepare: () => void]>([
    ['has withdrawn its token', () => (provider.now.refreshToken = 'another')],
    ['answers for another user', () => (provider.now.claims['sub'] = 'id of mallory')],
  ])('ends where the provider %s', async (_, prepare) => {
    const { session, clock, status, authenticator } = await serve();
    const cookie = await session();
    prepare();
    await pass(clock, 6, () => authenticator.sessions.logins().length === 0);
    expect(await status(cookie)).toBe(401);
  });

  it('lasts for twelve hours where the provider is away, or confirms nothing', async () => {
    const { session, clock, status, log, begin } = await serve();
    provider.now.refreshToken = undefined;
    const unconfirmed = await session();
    provider.now.refreshToken = 'first';
    const cookie = await session();
    const away = (response: ServerResponse) => void response.writeHead(503).end();
    provider.now.replies = { '/token': away, '/.well-known/openid-configuration': away };
    await pass(clock, 6, () => log.length > 0);
    expect(log).toEqual([
      expect.stringMatching(/does not confirm logins: .*\. They last for 12 hours at most\.$/),
    ]);
    clock.skip(11 * 60 * MINUTE);
    expect([await status(cookie), await status(unconfirmed)]).toEqual([200, 200]);
    // What the metadata said before holds.
    expect((await begin()).reply.status).toBe(303);
    provider.now.replies = {};
    await pass(clock, 2, () => log.length > 1);
    expect(log[1]).toMatch(/confirms logins again/);
    clock.skip(2 * 60 * MINUTE);
    expect([await status(cookie), await status(unconfirmed)]).toEqual([200, 401]);
  });

  it('keeps the token that replaces one, even where the rest fails', async () => {
    const { session, clock, authenticator } = await serve();
    await session();
    provider.now.claims['groups'] = undefined;
    provider.now.replies = { '/userinfo': (response) => void response.writeHead(503).end() };
    const token = () => authenticator.sessions.logins()[0]?.login.refreshToken;
    await pass(clock, 6, () => token() === 'first again');
  });

  it('outlasts a restart, and ends with the configuration', async () => {
    const path = `${temporaryTree()}/sessions.json`;
    const before = await serve({ path });
    const cookie = await before.session();
    expect(await before.status(cookie)).toBe(200);
    const { clock } = before;
    const restarted = async (options = {}) => (await serve({ path, clock, options })).status(cookie);
    await expect.poll(() => restarted()).toBe(200);
    // The tokens of one configuration are not for another.
    const other = await serve({ path, clock, options: { roles: ['ops:viewer'] } });
    expect([await other.status(cookie), other.authenticator.sessions.logins()]).toEqual([401, []]);
    // Its access was withdrawn while no agent ran.
    await before.running.stop();
    provider.now.refreshToken = 'another';
    clock.skip(6 * MINUTE);
    const after = await serve({ path, clock });
    await expect.poll(() => after.status(cookie)).toBe(401);
  });

  it('ends here and at the provider', async () => {
    const { session, ask, status, lines } = await serve();
    const cookie = await session();
    const reply = await ask('/api/session', { cookie, 'sec-fetch-site': 'same-origin' }, 'DELETE');
    const url = new URL((JSON.parse(reply.body) as { url: string }).url);
    expect([`${url.origin}${url.pathname}`, Object.fromEntries(url.searchParams)]).toEqual([
      `${provider.issuer}/end`,
      {
        client_id: 'gander',
        post_logout_redirect_uri: 'http://gander.test/',
        id_token_hint: expect.stringMatching(/^ey/),
      },
    ]);
    expect([await status(cookie), lines()[0]]).toEqual([401, ['eve', 'endSession', 200]]);
  });
});

describe('a logout at the provider', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  let count = 0;
  const logoutToken = (claims: object = {}) =>
    provider.signed({ events: event, jti: `t${(count += 1)}`, groups: undefined, ...claims });
  const send = (token: string) =>
    shared.ask('/api/oidc/logout', {}, 'POST', String(new URLSearchParams({ logout_token: token })));

  it('ends the session, or all of the user', async () => {
    const { session, status, lines } = shared;
    const one = await session();
    provider.now.claims['sid'] = 'two';
    const two = await session();
    const reply = await send(await logoutToken());
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    expect([await status(one), await status(two)]).toEqual([200, 401]);
    expect(lines()[0]).toEqual(['eve', 'endSessionsByProvider', 200]);
    await send(await logoutToken({ sid: undefined }));
    expect(await status(one)).toBe(401);
  });

  it.each<[name: string, claims: object]>([
    ['another user', { sub: 'id of mallory' }],
    ['another session', { sid: 'x' }],
  ])('of %s ends nothing', async (_, claims) => {
    const cookie = await shared.session();
    expect((await send(await logoutToken(claims))).status).toBe(200);
    expect(await shared.status(cookie)).toBe(200);
  });

  it.each<[name: string, claims: object]>([
    ['a nonce', { nonce: 'x' }],
    ['no event', { events: undefined }],
    ['another event', { events: { x: {} } }],
    ['another audience', { aud: 'other' }],
    ['another issuer', { iss: 'https://evil.test' }],
    ['no time', { iat: undefined }],
    ['a time long ago', { iat: soon(-600), exp: soon(600) }],
    ['no id', { jti: undefined }],
    ['neither user nor session', { sub: undefined, sid: undefined }],
  ])('is refused with %s', async (_, claims) => {
    const cookie = await shared.session();
    const { status, body } = await send(await logoutToken(claims));
    expect([status, body]).toEqual([400, '{"detail":"This is no logout token of the provider"}']);
    expect(await shared.status(cookie)).toBe(200);
  });

  it('is good once, and an id token is none', async () => {
    const token = await logoutToken();
    expect([(await send(token)).status, (await send(token)).status]).toEqual([200, 400]);
    expect((await send(await provider.signed({ nonce: 'x' }))).status).toBe(400);
    expect((await send('x'.repeat(10_000))).status).toBe(400);
    expect((await send('x'.repeat(20_000))).status).toBe(413);
  });
});

describe('a provider', () => {
  const whenBroken = async (path: string, answer: (response: ServerResponse) => void) => {
    provider.now.replies = { [path]: answer };
    const { ask, log, logIn } = await serve();
    const reply = path === '/keys' ? await logIn() : await ask('/api/oidc/login');
    return [reply.status, reply.headers['refresh'], log[0]];
  };
  const json = (text: string) => (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(text);

  it.each<[name: string, path: string, answer: (response: ServerResponse) => void, reason: RegExp]>([
    ['that is away', METADATA, (response) => response.destroy(), /metadata of .* cannot be used/],
    ['with endless metadata', METADATA, json(`{"x":"${'x'.repeat(300_000)}"}`), /more than 262144 bytes/],
    ['with metadata of another', METADATA, json('{"issuer":"https://evil.test"}'), /"issuer"/],
    ['with metadata that are none', METADATA, json('[]'), /top level object/],
    [
      'with endless keys',
      '/keys',
      json(`{"keys":[],"x":"${'x'.repeat(300_000)}"}`),
      /more than 262144 bytes/,
    ],
  ])('%s lets nobody in, and the page says so', async (_, path, answer, reason) => {
    expect(await whenBroken(path, answer)).toEqual([
      503,
      '0; url=/?login=away',
      expect.stringMatching(reason),
    ]);
  });

  it('whose addresses lead to plain HTTP elsewhere is not used', async () => {
    provider.now.metadata['token_endpoint'] = 'http://evil.test/token';
    const { ask, log } = await serve();
    expect((await ask('/api/oidc/login')).status).toBe(503);
    expect(log[0]).toMatch(/token_endpoint must start with https:\/\//);
  });

  it('may renew its key', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { logIn } = await serve();
    expect((await logIn()).status).toBe(303);
    await provider.rotate();
    // Tokens that somebody makes up must not make it answer again and again.
    expect((await logIn()).status).toBe(400);
    vi.setSystemTime(Date.now() + 11_000);
    expect((await logIn()).status).toBe(303);
    expect(provider.seen.filter(({ path }) => path === '/keys')).toHaveLength(2);
  });

  it.each([
    ['http://auth.example.org', false],
    ['https://auth.example.org/realms/main', true],
    ['http://127.0.0.1:9000', true],
    ['https://user:x@auth.example.org', false],
    ['auth.example.org', false],
  ])('may be %s: %s', (text, isGood) => {
    const parse = () => OIDC_SECTION.options.issuer.parse?.(text);
    if (isGood) expect(parse()).toEqual(new URL(text));
    else expect(parse).toThrow('https://');
  });

  it('needs the name and the secret of this server, and roles', async () => {
    await expect(serve({ options: { roles: [] } })).rejects.toThrow(
      '[oidc] issuer needs roles or default_role: without a role nobody gets in.',
    );
    await expect(serve({ options: { client_secret: undefined } })).rejects.toThrow(
      '[oidc] issuer needs client_id and client_secret_file: the provider gives both.',
    );
  });
});

const soon = (offset: number): number => Math.floor(Date.now() / 1000) + offset;

/** How often the provider was asked for tokens. */
const tokensAsked = (): number => provider.seen.filter(({ path }) => path === '/token').length;

/** Lets minutes pass, and waits for the answers of the provider. */
async function pass(clock: FakeClock, minutes: number, isDone = () => true): Promise<void> {
  await clock.advance(minutes * MINUTE);
  await expect.poll(isDone).toBe(true);
}

const signedBySecret = (claims: JWTPayload, secret: string): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(new TextEncoder().encode(secret));
