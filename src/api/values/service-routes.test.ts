import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';

describe('service', () => {
  const { ask, send, get } = createFakeApi();

  it.each([
    ['/status', { version: '4.0.0' }],
    ['/pluginslist', ['alert', 'cpu', 'fs', 'help', 'libversion', 'percpu', 'uptime']],
    ['/serverslist', []],
    ['/args', { port: 61208, password: '********', bind: null }],
    ['/args/port', 61208],
    ['/args/bind', null],
    ['/config', { cpu: { user_careful: '50' }, outputs: {} }],
    ['/config/cpu', { user_careful: '50' }],
    ['/config/cpu/user_careful', '50'],
  ])('%s', async (path, expected) => {
    expect(await ask(path)).toEqual([200, expected]);
  });

  it.each([
    ['/args/x', 400, 'Unknown argument item x'],
    ['/args/__proto__', 400, 'Unknown argument item __proto__'],
    ['/config/x', 400, 'Unknown configuration item x'],
    ['/config/toString', 400, 'Unknown configuration item toString'],
    ['/config/x/y', 400, 'Unknown configuration item x'],
    ['/config/cpu/y', 404, 'Cannot get item y in config section cpu'],
  ])('%s is %i', async (path, status, detail) => {
    expect(await ask(path)).toEqual([status, { detail }]);
  });

  it('packs what is large', async () => {
    const config = { outputs: { text: 'x'.repeat(1000) } };
    const large = createFakeApi(undefined, { config: () => config });
    const reply = await large.get('/api/4/config', { 'accept-encoding': 'gzip', 'if-none-match': '*' });
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(reply.headers).not.toHaveProperty('etag');
    expect(JSON.parse(gunzipSync(reply.rawPayload).toString())).toEqual(config);
  });

  it('answers HEAD /status', async () => {
    const reply = await send('HEAD', '/api/4/status');
    expect([reply.statusCode, reply.body]).toEqual([200, '']);
  });

  it('lists all plugins with how they are', async () => {
    const plugins = (await get('/api/plugins')).json() as { name: string }[];
    expect(plugins.map(({ name }) => name)).toEqual([
      'alert',
      'cpu',
      'fs',
      'help',
      'libversion',
      'percpu',
      'uptime',
      'wifi',
    ]);
    expect(plugins[1]).toEqual({
      name: 'cpu',
      state: 'ok',
      reason: null,
      refresh: 2,
      duration_ms: 0.5,
      last_sample: expect.any(Number),
      enabled: true,
      description: 'Processor.',
      nulls: {},
    });
    expect(plugins[7]).toEqual({
      name: 'wifi',
      state: 'disabled',
      reason: 'switched off by configuration or command line',
      reason_said: { text: 'switched off by configuration or command line', values: {} },
      refresh: null,
      duration_ms: null,
      last_sample: null,
      enabled: false,
      description: 'Radio networks.',
      nulls: {},
    });
  });
});

describe('processes', () => {
  it('shows one', async () => {
    const { ask } = createFakeApi();
    expect(await ask('/processes/1')).toEqual([200, { pid: 1, name: 'init' }]);
    expect(await ask('/processes/2')).toEqual([404, { detail: 'Unknown PID process 2' }]);
    expect((await ask('/processes/99999999999999999999'))[0]).toBe(404);
  });

  it('looks at one closely', async () => {
    const { ask, send } = createFakeApi();
    expect(await ask('/processes/extended')).toEqual([200, {}]);
    expect((await send('POST', '/api/4/processes/extended/2')).statusCode).toBe(404);
    expect(await ask('/processes/extended')).toEqual([200, {}]);
    expect((await send('POST', '/api/4/processes/extended/1')).json()).toBe(true);
    expect(await ask('/processes/extended')).toEqual([200, { pid: 1, name: 'init', extended_stats: true }]);
    expect((await send('POST', '/api/4/processes/extended/disable')).json()).toBe(true);
    expect(await ask('/processes/extended')).toEqual([200, {}]);
  });

  it.each([
    ['GET', '/api/4/processes/abc'],
    ['GET', '/api/4/processes/-1'],
    ['GET', '/api/4/processes/1.5'],
    ['POST', '/api/4/processes/extended/abc'],
  ])('%s %s is 422', async (method, path) => {
    const { send } = createFakeApi();
    const reply = await send(method, path);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({ detail: [{ loc: ['path', 'pid'] }] });
  });
});
