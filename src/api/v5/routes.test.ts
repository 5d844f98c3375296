import { describe, expect, it } from 'vitest';
import { createFakeAgent, PLUGINS, wifi } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { basic, fakeAuthenticator, guardedApi, PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import type { SavedEvent } from '../../core/event.ts';
import { durationText } from './alerts.ts';

const { get, send } = createFakeApi();
const json = async (path: string): Promise<unknown> => (await get(`/api/5${path}`)).json();

const ok = { level: 'ok', prominent: false };
const ROOT = { mnt_point: '/', percent: 55.5 };
const DATA = { mnt_point: '/mnt/data', percent: 95 };

describe('replies', () => {
  it.each([
    ['/pluginslist', ['cpu', 'fs', 'percpu', 'psutilversion', 'uptime']],
    ['/uptime', { seconds: 93_784, time_since_update: 0, _levels: {} }],
    ['/psutilversion', { version: '4.0.0', time_since_update: 0, _levels: {} }],
    [
      '/fs',
      {
        data: [ROOT, DATA],
        time_since_update: 0,
        _key: 'mnt_point',
        free_space: false,
        _levels: expect.anything(),
      },
    ],
    ['/fs/limits', {}],
    [
      '/cpu/limits',
      { total: { careful: 65, warning: 75, critical: 85 }, user: { careful: 50, warning: 70, critical: 90 } },
    ],
    ['/cpu/user', { user: 10 }],
    ['/fs/percent', { percent: [55.5, 95] }],
    ['/fs/percent//', { percent: 55.5 }],
    ['/fs/percent/%2Fmnt%2Fdata', { percent: 95 }],
    ['/fs/percent//mnt/data', { percent: 95 }],
    ['/fs/mnt_point/value//', { '/': [ROOT] }],
    ['/fs/percent/value/95', { '95': [DATA] }],
    ['/fs/percent/value/96', { '96': [] }],
    ['/fs/top/1', [ROOT]],
    ['/fs/top/0', []],
    [
      '/config',
      { global: { refresh: 2 }, outputs: { theme: 'dark', max_processes_display: null, api_doc: true } },
    ],
    ['/args', expect.objectContaining({ port: 61208, username: '***', server: null })],
  ])('%s', async (path, expected) => {
    expect(await json(path)).toEqual(expected);
  });

  it('rates are null in the first sample, and levels those of the one judgement', async () => {
    const own = createFakeAgent();
    const { get: ask } = createFakeApi(own);
    const cpu = async () => (await ask('/api/5/cpu')).json<Record<string, unknown>>();
    expect(await cpu()).toMatchObject({
      total: 80,
      ctx_switches: null,
      _levels: { total: { level: 'warning', prominent: true }, user: ok },
    });
    own.sample('cpu', { total: 50, user: 10, ctx_switches: 1500 });
    expect(await cpu()).toMatchObject({ ctx_switches: 500, time_since_update: 1, _levels: { user: ok } });
    expect(Object.keys(await cpu()).filter((name) => /_gauge|_min|key$/.test(name))).toEqual([]);
  });

  it('a plugin is null until its first read has ended, then empty where the host has nothing', async () => {
    const own = createFakeAgent({ plugins: [...PLUGINS, wifi] });
    own.unread.add('wifi');
    const { get: ask } = createFakeApi(own);
    const unread = await ask('/api/5/wifi');
    expect([unread.json(), unread.headers['etag']]).toEqual([null, undefined]);
    expect(Object.keys((await ask('/api/5/all')).json<object>())).toEqual([
      'cpu',
      'fs',
      'percpu',
      'psutilversion',
      'uptime',
    ]);
    expect((await ask('/api/5/all/info')).json()).toHaveProperty('wifi');
    own.unread.delete('wifi');
    const empty = { data: [], time_since_update: 0, _key: 'ssid', _levels: {} };
    expect((await ask('/api/5/wifi')).json()).toEqual(empty);
    own.sample('cpu', { total: 50, user: 10, ctx_switches: 1500 });
    expect((await ask('/api/5/all')).json()).toMatchObject({ wifi: empty });
  });

  it('the history is in columns', async () => {
    const own = createFakeAgent();
    const { get: ask } = createFakeApi(own);
    own.sample('cpu', { total: 3, user: 4, ctx_switches: 1750 });
    own.sample('percpu', [{ cpu_number: 1, total: 5, user: 1 }]);
    const history = (await ask('/api/5/cpu/history')).json<{ timestamps: number[] }>();
    expect(history).toEqual({
      timestamps: [expect.any(Number), expect.any(Number)],
      series: { user: [10, 4] },
    });
    expect(history.timestamps[0]).toBeCloseTo(1_795_222_329.596, 2);
    expect((await ask('/api/5/cpu/history?nb=1&field=user')).json()).toMatchObject({ series: { user: [4] } });
    expect((await ask('/api/5/cpu/history?field=total')).json()).toEqual({ timestamps: [], series: {} });
    expect((await ask('/api/5/fs/history?item=/')).json()).toMatchObject({
      series: { percent: { '/': [55.5] } },
    });
    expect((await ask('/api/5/uptime/history')).json()).toEqual({ timestamps: [], series: {} });
  });
});

describe('refusals', () => {
  it.each([
    ['/nope', "Plugin 'nope' not found"],
    ['/nope/info', "Plugin 'nope' not found"],
    ['/alert/info', "Plugin 'alert' not found"],
    ['/help', "Plugin 'help' not found"],
    ['/token', "Plugin 'token' not found"],
    ['/alert', 'Alerts subsystem disabled'],
    ['/serverslist', "Plugin 'serverslist' not found"],
    ['', 'Not Found'],
    ['/cpu/nope', "Field 'nope' not found in plugin 'cpu'"],
    ['/cpu/__proto__', "Field '__proto__' not found in plugin 'cpu'"],
    ['/cpu/user/10', "Plugin 'cpu' is not a list"],
    ['/fs/percent/nope', "Item 'nope' not found in plugin 'fs'"],
    ['/cpu/history?field=nope', "Field 'nope' not found in plugin 'cpu'"],
    ['/fs/history?item=nope', "Item 'nope' not found in plugin 'fs'"],
  ])('%s is 404', async (path, detail) => {
    const reply = await get(`/api/5${path}`);
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail }]);
  });

  it.each([
    ['GET', '/api/5/cpu/', 307],
    ['GET', '/api/5/fs/top/x', 422],
    ['GET', '/api/5/cpu/history?nb=x', 400],
    ['GET', '/api/6/cpu', 404],
    ['HEAD', '/api/5/cpu', 405],
    ['OPTIONS', '/api/5/cpu', 405],
    ['POST', '/api/5/cpu', 405],
    ['PUT', '/api/5/token', 405],
    ['POST', '/api/5/token', 404],
    ['POST', '/api/5/processes/extended/2', 404],
    ['POST', '/api/5/processes/extended/x', 422],
    ['POST', '/api/5/processes/extended/1', 200],
    ['POST', '/api/5/processes/extended/disable', 200],
    ['POST', '/api/5/processes/sort/cpu_percent', 200],
    ['POST', '/api/5/processes/sort/auto', 200],
    ['POST', '/api/5/processes/sort/nice', 400],
  ])('%s %s is %i', async (method, path, expected) => {
    expect((await send(method, path)).statusCode).toBe(expected);
  });
});

const EVENT = {
  begin: 1_795_222_329,
  end: 1_795_222_330,
  state: 'WARNING',
  type: 'CPU_TOTAL',
  max: 80,
  top: ['node'],
  sort: 'cpu_percent',
};

describe('alerts', () => {
  const saved = (more: object, event: object = {}): SavedEvent =>
    ({ plugin: 'cpu', field: 'total', identity: null, event: { ...EVENT, ...event }, ...more }) as SavedEvent;
  const failure = saved({ finding: { kind: 'CPU_ODD' } });
  const own = createFakeAgent();
  const recent = [saved({}), failure, saved({ plugin: 'percpu', field: 'total', identity: '0' })];
  const { get: ask } = createFakeApi(own, {
    agent: Object.assign(own, { events: { recent: () => recent, lasting: () => [], clear: () => {} } }),
  });

  it('are changes, the newest last', async () => {
    own.sample('cpu', { total: 12, user: 1, ctx_switches: 5 });
    const common = { plugin: 'cpu', key: null, field: 'total', prominent: true, hostname: '' };
    expect((await ask('/api/5/alert')).json()).toEqual([
      {
        ...common,
        ts: '2026-11-21T00:52:09.000000+00:00',
        level: 'warning',
        previous_level: 'ok',
        value: 80,
        is_initial: false,
        top: ['node'],
        top_sort: 'cpu_percent',
      },
      {
        ...common,
        ts: '2026-11-21T00:52:10.000000+00:00',
        level: 'ok',
        previous_level: 'warning',
        value: 12,
        is_initial: false,
      },
    ]);
  });

  it('are incidents; what only Gander finds has to be asked for', async () => {
    expect((await ask('/api/5/alert/incidents')).json()).toEqual([
      expect.objectContaining({ plugin: 'cpu', duration: '1s', level: 'warning', ongoing: false, ok: true }),
    ]);
    const all = (await ask('/api/5/alert/incidents?extra=true')).json<{ field: string }[]>();
    expect(all.map(({ field }) => field)).toEqual(['total', 'CPU_ODD', 'total']);
  });

  it.each([
    [43, '43s'],
    [178, '2m58s'],
    [4380, '1h13m'],
    [187_200, '2d04h'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});

describe('with a password', () => {
  const challenge = ({ headers }: { headers: Record<string, unknown> }) => headers['www-authenticate'];

  it('asks for it everywhere, except for the health of the service', async () => {
    const { send: ask } = await guardedApi({ authenticator: fakeAuthenticator() });
    for (const path of ['/status', '/healthz']) {
      const { status, body } = await ask({ path });
      expect([status, JSON.parse(body)]).toMatchObject([200, { status: 'ok', version: '5' }]);
    }
    for (const path of ['/api/5/cpu', '/api/5/nope', '/api/5/all']) {
      const plain = await ask({ path });
      expect([plain.status, plain.body, challenge(plain)]).toEqual([
        401,
        '{"detail":"Authentication required"}',
        'Basic realm="Glances"',
      ]);
    }
    const bad = await ask({ path: '/api/5/cpu', headers: { authorization: 'Bearer nope' } });
    expect([bad.status, challenge(bad)]).toEqual([401, 'Bearer']);
  });

  it('gives a token for Basic credentials, and shows the configuration', async () => {
    const { send: ask } = await guardedApi({ authenticator: fakeAuthenticator() });
    const post = (headers: Record<string, string>) => ask({ method: 'POST', path: '/api/5/token', headers });
    for (const [headers, detail] of [
      [{}, 'Authentication required'],
      [{ authorization: 'Bearer x' }, 'Authentication required'],
      [{ authorization: basic(USER, 'wrong') }, 'Invalid credentials'],
    ] as const) {
      const refused = await post(headers);
      expect([refused.status, JSON.parse(refused.body), challenge(refused)]).toEqual([
        401,
        { detail },
        'Basic realm="Glances"',
      ]);
    }
    const { status, body } = await post({ authorization: basic(USER, PASSWORD) });
    const { access_token: token, ...rest } = JSON.parse(body) as Record<string, unknown>;
    expect([status, rest]).toEqual([200, { token_type: 'bearer', expires_in: expect.any(Number) }]);
    const reply = await ask({ path: '/api/5/config', headers: { authorization: `Bearer ${String(token)}` } });
    expect(JSON.parse(reply.body)).toMatchObject({ cpu: { user_careful: '50' } });
  });
});
