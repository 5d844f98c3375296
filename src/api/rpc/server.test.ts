import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { basic, fakeAuthenticator, USER } from '../../../test/support/guarded-api.ts';
import { exchange } from '../../../test/support/raw-http.ts';
import { rpcService } from '../../../test/support/rpc-service.ts';
import { request } from '../../net/transport/transport.ts';
import { parseReply, writeCall } from '../../net/xml-rpc/codec.ts';

const STAGE_ONE = 'ab'.repeat(128);
/** Passwords are their own hashes. */
const locked = () => fakeAuthenticator({ account: { user: USER, hash: STAGE_ONE, edition: '' } });

describe('methods', () => {
  it('answers those of today', async () => {
    const { call, agent } = await rpcService();
    const json = async (method: string, ...params: string[]) =>
      JSON.parse(String(await call(method, ...params))) as unknown;
    expect(await call('init')).toBe('4.0.0');
    expect(await json('getAllPlugins')).toEqual([
      'alert',
      'cpu',
      'fs',
      'help',
      'psutilversion',
      'percpu',
      'uptime',
    ]);
    expect(agent.wanted).toEqual([]);
    expect(await json('getPlugin', 'cpu')).toMatchObject({ total: 80, user: 10 });
    expect(agent.wanted).toEqual(['cpu']);
    expect(await json('getPlugin', 'uptime')).toBe('1 day, 2:03:04');
    expect(await json('getPluginView', 'cpu')).toMatchObject({ total: { decoration: 'WARNING_LOG' } });
    expect(await json('getAll')).toMatchObject({ cpu: { total: 80 }, psutilversion: '4.0.0', help: null });
    expect(agent.wanted).toContain('fs');
    expect(await json('getAllViews')).toMatchObject({ fs: { '/': { percent: { decoration: 'CAREFUL' } } } });
    expect(await json('getAllLimits')).toMatchObject({ cpu: { cpu_total_careful: 65 } });
  });

  it('answers those of version 3', async () => {
    const { call } = await rpcService();
    const today = await call('getPlugin', 'cpu');
    expect(await call('getCpu')).toBe(today);
    expect(await call('getViewsCpu')).toBe(await call('getPluginView', 'cpu'));
    expect(await call('getPsutilversion')).toBe('"4.0.0"');
    expect(await call('getPlugin', 'libversion')).toBe('"4.0.0"');
  });

  it('answers with the newest snapshot', async () => {
    const { call, agent } = await rpcService();
    await call('getAll');
    agent.sample('cpu', { total: 7, user: 1, ctx_switches: 1 });
    for (const method of ['getAll', 'getCpu']) expect(await call(method)).toContain('"total":7');
  });

  it('answers for plugins that are off as if there were nothing', async () => {
    const { call, agent } = await rpcService();
    expect(await call('getPlugin', 'wifi')).toBe('[]');
    expect(await call('getViewsWifi')).toBe('{}');
    expect(agent.wanted).toEqual([]);
  });

  it('lists itself', async () => {
    const { call } = await rpcService();
    const names = (await call('system.listMethods')) as string[];
    expect(names).toEqual(
      expect.arrayContaining(['init', 'getAll', 'getCpu', 'getViewsFs', 'system.methodHelp']),
    );
    expect(await call('system.methodHelp', 'getAll')).toBe('');
    expect(await call('system.methodSignature', 'getAll')).toBe('signatures not supported');
  });

  it.each<[string, ...(string | number)[]]>([
    ['nope'],
    ['__proto__'],
    ['getPlugin'],
    ['getPlugin', 'nope'],
    ['getPlugin', 'constructor'],
    ['getPlugin', 'cpu', 'mem'],
    ['getPlugin', 7],
    ['getAll', 'cpu'],
    ['system.methodHelp', 'nope'],
    ['system.multicall', 'x'],
  ])('answers %s %s with a fault', async (...[method, ...params]) => {
    const { call, faults } = await rpcService();
    await expect(call(method, ...params)).rejects.toMatchObject({ name: 'RpcFault', code: 1 });
    expect(faults).toEqual([]);
  });
});

describe('requests', () => {
  it.each([
    ['nothing', ''],
    ['no XML', '{"method":"init"}'],
    [
      'a document type',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><methodCall><methodName>&b;</methodName></methodCall>',
    ],
    [
      'deep nesting',
      `<methodCall><methodName>init</methodName><params><param><value>${'<array><data><value>'.repeat(1000)}`,
    ],
  ])('answers %s with a fault and status 200', async (_name, body) => {
    const { send, faults } = await rpcService();
    const answer = await send({ body });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/xml');
    await expect(parseReply(Buffer.from(answer.body))).rejects.toThrow(expect.objectContaining({ code: 1 }));
    expect(faults).toEqual([]);
  });

  it('refuses bodies of more than 64 KiB', async () => {
    const { send } = await rpcService();
    expect((await send({ body: ' '.repeat(70_000) })).status).toBe(413);
  });

  it('takes any type of content, as clients send many', async () => {
    const { send } = await rpcService();
    for (const type of ['text/xml', 'application/json', 'text/plain', 'multipart/form-data; boundary=x'])
      expect((await send({ headers: { 'content-type': type } })).body).toContain('4.0.0');
  });

  it.each([
    ['POST', '/', 404],
    ['POST', '/RPC3', 404],
    ['POST', '/RPC2/x', 404],
    ['POST', '/%zz', 404],
    ['GET', '/RPC2', 501],
    ['GET', '/%zz', 501],
    ['HEAD', '/', 501],
    ['OPTIONS', '/RPC2', 501],
    ['PUT', '/RPC2', 501],
    ['TRACE', '/', 501],
  ])('answers %s %s with %i', async (method, path, status) => {
    const { send } = await rpcService();
    const answer = await send({ method, path, body: '' });
    expect(answer.status).toBe(status);
    if (method !== 'HEAD') expect(answer.body).toContain(status === 404 ? 'No such page' : '<!DOCTYPE html>');
  });

  it('packs replies of more than 1400 bytes for those who take it', async () => {
    const { port, call } = await rpcService();
    const url = `http://127.0.0.1:${port}/RPC2`;
    const send = (method: string, coding: string) =>
      request({
        url,
        method: 'POST',
        body: writeCall(method),
        headers: { 'accept-encoding': coding },
        timeoutMs: 5000,
        maxBytes: 100_000,
      });
    const packed = await send('getAllViews', 'gzip');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(await parseReply(gunzipSync(packed.body))).toBe(await call('getAllViews'));
    expect((await send('getAllViews', 'identity')).headers).not.toHaveProperty('content-encoding');
    expect((await send('init', 'gzip')).headers).not.toHaveProperty('content-encoding');
  });

  it('hangs up on what is not HTTP', async () => {
    const { port } = await rpcService();
    expect(await exchange(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('protection', () => {
  it('takes the first stage of the hash, and nothing else', async () => {
    const { send } = await rpcService({ authenticator: locked() });
    const status = async (authorization?: string) =>
      (await send(authorization === undefined ? {} : { headers: { authorization } })).status;
    expect(await status(basic(USER, STAGE_ONE))).toBe(200);
    expect(await status()).toBe(401);
    expect(await status(basic(USER, 'sesame'))).toBe(401);
    expect(await status(basic(USER, 'cd'.repeat(128)))).toBe(401);
    expect(await status(basic('other', STAGE_ONE))).toBe(401);
    expect(await status(`Bearer ${STAGE_ONE}`)).toBe(401);
    expect(await status('Basic !')).toBe(401);
  });

  it('says in the reason what failed, and challenges nobody', async () => {
    const { port } = await rpcService({ authenticator: locked() });
    const answer = await exchange(
      port,
      'POST /RPC2 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 Authentication failed\r\n/);
    expect(answer.toLowerCase()).not.toContain('www-authenticate');
    expect(answer).toContain('text/html');
  });

  it('compares no clear text, and slows guessing down', async () => {
    const authenticator = fakeAuthenticator({ account: { user: USER, hash: STAGE_ONE, edition: '' } });
    const { send } = await rpcService({ authenticator });
    await send({ headers: { authorization: basic(USER, STAGE_ONE.slice(2)) } });
    expect(authenticator.comparisons()).toBe(0);
    const refused = async (index: number) => {
      const guess = index.toString(16).padStart(256, '0');
      const answer = await send({ headers: { authorization: basic(USER, guess) } });
      if (answer.status !== 429) throw new Error(`judged: ${answer.status}`);
      return answer.headers['retry-after'];
    };
    expect(await Promise.any(Array.from({ length: 20 }, (_, index) => refused(index)))).toMatch(/^\d+$/);
  });

  it('does not mind credentials that nobody asked for', async () => {
    const { send } = await rpcService();
    expect((await send({ headers: { authorization: basic('a', 'b') } })).status).toBe(200);
  });

  it.each([
    [['*'], '*', undefined],
    [['http://a', '*'], '*', undefined],
    [['http://a', 'http://b'], 'http://b', 'Origin'],
    [['http://B'], undefined, 'Origin'],
    [['http://a'], undefined, 'Origin'],
  ])('with the origins %j answers http://b with %s', async (origins, allowed, vary) => {
    const { send } = await rpcService({ origins });
    for (const headers of [{ origin: 'http://b' }, { origin: 'http://b', cookie: 'a=1' }]) {
      const answer = await send({ headers });
      expect(answer.headers['access-control-allow-origin']).toBe(allowed);
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      expect(String(answer.headers.vary)).toBe([vary, 'Accept-Encoding'].filter(Boolean).join(', '));
    }
    const plain = await send();
    expect(plain.headers['access-control-allow-origin']).toBe(origins.includes('*') ? '*' : undefined);
  });

  it('lets only hosts of the list in, before it asks for a password', async () => {
    const { send } = await rpcService({
      hosts: ['localhost', '*.Example.com', '192.168.1.?', 'node-[0-9]', '::1'],
      authenticator: locked(),
    });
    const status = async (host: string) => (await send({ headers: { host } })).status;
    for (const host of [
      'LOCALHOST:61209',
      'a.example.com',
      '192.168.1.7:1',
      'node-3',
      '[::1]:61209',
      '[0:0:0:0:0:0:0:1]',
    ])
      expect([host, await status(host)]).toEqual([host, 401]);
    for (const host of [
      'example.com',
      'localhost.evil',
      '192.168.1.77',
      'node-x',
      '[::2]',
      '',
      'a'.repeat(400),
    ])
      expect([host, await status(host)]).toEqual([host, 400]);
    expect((await send({ headers: { host: 'evil', origin: 'http://a' } })).headers).not.toHaveProperty(
      'vary',
    );
  });
});
