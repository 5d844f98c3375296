/** Paths, refusals, headers and compression of versions 3 and 2; shapes are in shapes.test.ts. */
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { guardedApi, basic, fakeAuthenticator, PASSWORD, USER } from '../../../test/support/guarded-api.ts';

const { get, send, agent } = createFakeApi();
const json = async (path: string): Promise<unknown> => (await get(path)).json();
const status = async (path: string): Promise<number> => (await get(path)).statusCode;

const CPU = { total: 80, user: 10, ctx_switches: 0, time_since_update: 1, softirq: 0, guest_nice: 0 };
const ROOT = { mnt_point: '/', percent: 55.5, key: 'mnt_point' };
const DATA = { mnt_point: '/mnt/data', percent: 95, key: 'mnt_point' };

describe('version 3', () => {
  it.each([
    ['/cpu', CPU],
    ['/cpu/user', { user: 10 }],
    ['/fs', [ROOT, DATA]],
    ['/fs/percent', { percent: [55.5, 95] }],
    ['/fs/mnt_point//', { '/': [ROOT] }],
    ['/fs/mnt_point/%2F', { '/': [ROOT] }],
    ['/fs/mnt_point//mnt/data', { '/mnt/data': [DATA] }],
    ['/fs/percent/95', { '95': [DATA] }],
    ['/fs/percent/96', { '96': [] }],
    ['/fs/mnt_point/%00', { '\0': [] }],
    ['/uptime', '1 day, 2:03:04'],
    ['/libversion', [4, 0, 0]],
    ['/psutilversion', [4, 0, 0]],
    ['/help', null],
    ['/help/history', {}],
    ['/alert', []],
    ['/pluginslist', ['alert', 'cpu', 'fs', 'help', 'libversion', 'percpu', 'psutilversion', 'uptime']],
    ['/args', { port: 61208, password: '********', bind: null }],
    ['/args/bind', null],
    ['/config', { cpu: { user_careful: '50' }, outputs: {} }],
    ['/config/cpu', { user_careful: '50' }],
    [
      '/fs/views',
      {
        '/': expect.objectContaining({ percent: expect.objectContaining({ decoration: 'CAREFUL' }) }),
        '/mnt/data': expect.anything(),
      },
    ],
  ])('%s', async (path, expected) => {
    expect(await json(`/api/3${path}`)).toEqual(expected);
  });

  it('has everything at once, plugins that are off included', async () => {
    expect(await json('/api/3/all')).toEqual({
      alert: [],
      cpu: CPU,
      fs: [ROOT, DATA],
      help: null,
      percpu: expect.any(Array),
      libversion: [4, 0, 0],
      psutilversion: [4, 0, 0],
      uptime: '1 day, 2:03:04',
      wifi: [],
    });
    expect(await json('/api/3/all/views')).toMatchObject({
      cpu: { total: { decoration: 'WARNING_LOG' } },
      wifi: {},
    });
    expect(await json('/api/3/all/limits')).toMatchObject({
      cpu: { cpu_total_careful: 65, history_size: 1200 },
    });
  });

  it('has the limits of one plugin', async () => {
    expect(await json('/api/3/fs/limits')).toEqual(((await json('/api/3/all/limits')) as { fs: object }).fs);
  });

  it('says that it is well in one word', async () => {
    const reply = await get('/api/3/status');
    expect([reply.statusCode, reply.body, reply.headers['content-type']]).toEqual([
      200,
      'Active',
      'text/html; charset=utf-8',
    ]);
  });

  it.each([
    ['/nothing', 400],
    ['/wifi', 400],
    ['/version', 400],
    ['/__proto__', 400],
    ['/%2F', 400],
    ['/config/nothing', 400],
    ['/config/__proto__', 400],
    ['/args/nothing', 400],
    ['/cpu/nothing', 404],
    ['/cpu/__proto__', 404],
    ['/cpu/user/10', 404],
    ['/fs/nothing', 404],
    ['/fs/nothing/x', 404],
    ['/uptime/x', 404],
    ['/uptime/x/y', 404],
    ['/psutilversion/0', 404],
    ['/cpu/idle/history', 404],
    ['/cpu/history/x', 404],
    ['/cpu/history/-1', 404],
    ['/cpu/user/history/x', 404],
    ['/config/cpu/user_careful', 404],
    ['/all/stats', 404],
    ['/all/views/cpu', 404],
    ['/pluginslist/x', 404],
    ['/status/x', 404],
    ['/cpu/', 404],
    ['/all/', 404],
    ['/status/', 404],
    ['/fs/percent/', 404],
    ['//cpu', 404],
    ['/cpu//', 404],
    ['/cpu/%ff', 400],
    [`/cpu/${'x'.repeat(9000)}`, 414],
  ])('%s is %i', async (path, expected) => {
    expect(await status(`/api/3${path}`)).toBe(expected);
  });
});

describe('version 2', () => {
  it('is as version 3 for most', async () => {
    expect(await json('/api/2/cpu')).toEqual(CPU);
    expect(await json('/api/2/fs/percent/95')).toEqual({ '95': [DATA] });
  });

  it.each([
    ['/status', 400],
    ['/fs/mnt_point//', 404],
    ['/fs/mnt_point/%2F', 404],
  ])('has no %s', async (path, expected) => {
    expect(await status(`/api/2${path}`)).toBe(expected);
  });
});

describe('methods', () => {
  it('HEAD is GET without a body', async () => {
    for (const path of ['/api/3/cpu', '/api/2/all', '/api/3/fs/percent', '/api/3/nothing']) {
      const [head, whole] = [await send('HEAD', path), await get(path)];
      expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
        whole.statusCode,
        '',
        whole.headers['content-length'],
      ]);
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
    const reply = await send(method, '/api/3/cpu');
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('compression', () => {
  it('is deflate where that is offered', async () => {
    const plain = await get('/api/3/cpu');
    expect(plain.headers).toMatchObject({ 'content-encoding': 'identity', vary: 'Accept-Encoding' });
    for (const path of ['/api/3/cpu', '/api/3/all', '/api/3/fs/percent']) {
      const packed = await get(path, { 'accept-encoding': 'gzip, deflate' });
      expect(packed.headers).toMatchObject({ 'content-encoding': 'deflate', vary: 'Accept-Encoding' });
      expect(inflateSync(packed.rawPayload).toString()).toBe((await get(path)).body);
    }
  });

  it.each(['gzip', '*', 'deflate;q=0', 'x, ,;'])('is not made for %s', async (offer) => {
    const { headers } = await get('/api/3/all', { 'accept-encoding': offer });
    expect(headers['content-encoding']).toBe('identity');
  });
});

describe('a history', () => {
  it('has local times without offset, and increases of counters', async () => {
    const own = createFakeAgent();
    const { get: ask } = createFakeApi(own);
    own.sample('cpu', { total: 1, user: 2, ctx_switches: 1500 });
    own.sample('cpu', { total: 3, user: 4, ctx_switches: 1750 });
    const history = (await ask('/api/3/cpu/history')).json<Record<string, [string, number][]>>();
    expect(Object.keys(history).sort()).toEqual(['ctx_switches', 'total', 'user']);
    expect(history['total']?.map(([, value]) => value)).toEqual([80, 1, 3]);
    expect(history['ctx_switches']?.map(([, value]) => value)).toEqual([500, 250]);
    for (const [time] of history['total'] ?? [])
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
    const last = (await ask('/api/3/cpu/user/history/1')).json();
    expect(last).toEqual({ user: [[history['user']?.[2]?.[0], 4]] });
    expect((await ask('/api/3/cpu/history/1000000000000')).json()).toEqual(history);
    const series = (await ask('/api/3/fs/%2F_percent/history')).json();
    expect(series).toEqual({ '/_percent': [[expect.any(String), 55.5]] });
    expect((await ask('/api/3/fs//_percent/history')).statusCode).toBe(404);
  });
});

describe('bodies', () => {
  it('are those of the latest snapshot', async () => {
    const own = createFakeAgent();
    const { get: ask } = createFakeApi(own);
    expect((await ask('/api/3/all')).json()).toMatchObject({ cpu: { user: 10, softirq: 0 } });
    own.sample('cpu', { total: 1, user: 2, ctx_switches: 1500 });
    expect((await ask('/api/3/cpu')).json()).toMatchObject({ user: 2 });
    expect((await ask('/api/3/all')).json()).toMatchObject({ cpu: { user: 2 } });
    expect((await ask('/api/2/all')).json()).toMatchObject({ cpu: { user: 2 } });
  });

  it('wait for plugins that rest, as in version 4', async () => {
    agent.wanted.length = 0;
    await get('/api/3/fs/percent');
    expect(agent.wanted).toEqual(['fs']);
    await get('/api/2/all');
    expect(agent.wanted.slice(1)).toEqual(agent.plugins.map(({ name }) => name));
  });
});

describe('protection', () => {
  it('is that of version 4, with the challenge that older clients know', async () => {
    const api = await guardedApi({ authenticator: fakeAuthenticator(), hosts: ['box'], prefix: '/pre' });
    const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      api.send({ path: `/pre/api/3${path}`, method, headers: { host: 'box', ...headers } });
    const challenge = { status: 401, headers: { 'www-authenticate': 'Basic realm="private"' } };
    for (const path of ['/status', '/all', '/nothing', '/cpu/', '/cpu/x/y/z'])
      expect(await ask(path)).toMatchObject(challenge);
    expect(await ask('/cpu', {}, 'POST')).toMatchObject(challenge);
    expect(await ask('/cpu', { 'x-requested-with': 'a script' })).toMatchObject(challenge);
    expect(await ask('/cpu', { authorization: basic(USER, 'guess') })).toMatchObject(challenge);
    expect(await ask('/cpu', { authorization: 'Bearer x' })).toMatchObject(challenge);
    const authorization = basic(USER, PASSWORD);
    expect(await ask('/cpu', { authorization })).toMatchObject({ status: 200 });
    expect(await ask('/nothing', { authorization })).toMatchObject({ status: 400 });
    expect(await ask('/cpu', { authorization, host: 'elsewhere' })).toMatchObject({ status: 400 });
    expect((await api.send({ path: '/api/3/cpu', headers: { host: 'box', authorization } })).status).toBe(
      404,
    );
    expect(api.faults).toEqual([]);
  });

  it('counts wrong passwords, whatever the version', async () => {
    const api = await guardedApi({ authenticator: fakeAuthenticator() });
    const guess = (number: number) =>
      api.send({
        path: `/api/${2 + (number % 3)}/cpu`,
        headers: { authorization: basic(USER, `guess ${number}`) },
      });
    const first = await Promise.any(
      Array.from({ length: 40 }, async (_, number) => {
        const { status: answered } = await guess(number);
        if (answered !== 429) throw new Error('it was looked at');
        return answered;
      }),
    );
    expect(first).toBe(429);
  });

  it('lets pages of other sites in as configured, and no others', async () => {
    const origin = 'http://page.example';
    const open = await guardedApi();
    const { headers } = await open.send({ path: '/api/3/cpu', headers: { origin } });
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
    const closed = await guardedApi({ cors: { origins: ['http://other.example'] } });
    const refused = await closed.send({ path: '/api/3/cpu', headers: { origin } });
    expect(refused.status).toBe(200);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
    expect(refused.headers['vary']).toBe('Origin, Accept-Encoding');
  });
});
