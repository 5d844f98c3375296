import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  fakeAuthenticator,
  guardedApi,
  type GuardSetup,
  PASSWORD,
  USER,
} from '../../../test/support/guarded-api.ts';
import { exchange } from '../../../test/support/raw-http.ts';
import { createHttpServer } from './http-server.ts';
import { closeServer } from './closing.ts';
import { listen } from './listen.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
};

describe('every answer', () => {
  it.each(['/api/4/cpu', '/api/4/nothing', '/none', '/%zz', '/docs', '/'])(
    'to %s has the headers for browsers',
    async (path) => {
      const { send } = await guardedApi({ hosts: ['*'] });
      const { headers } = await send({ path });
      expect(headers).toMatchObject(HEADERS);
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );

  it('may be loaded by pages of other sites where CORS opens it, or where it is open to all', async () => {
    const policy = async (setup: GuardSetup, path: string, headers = {}) =>
      (await (await guardedApi(setup)).send({ path, headers })).headers['cross-origin-resource-policy'];
    const named = { cors: { origins: ['http://dash.example'] } };
    const login = { authorization: `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}` };
    expect(await policy({}, '/api/4/cpu')).toBe('cross-origin');
    expect(await policy({}, '/api/4/cpu', login)).toBe('same-origin');
    expect(await policy({ hosts: ['a'] }, '/api/4/cpu')).toBe('same-origin');
    expect(await policy(named, '/api/4/cpu')).toBe('same-origin');
    expect(await policy(named, '/api/4/status')).toBe('cross-origin');
    expect(await policy({ ...named, authenticator: fakeAuthenticator() }, '/api/4/status', login)).toBe(
      'cross-origin',
    );
  });

  it('has them where it is refused as well', async () => {
    const { send } = await guardedApi({ hosts: ['a'], authenticator: fakeAuthenticator() });
    expect(await send({ path: '/' })).toMatchObject({ status: 400, headers: HEADERS });
    expect(await send({ path: '/', headers: { host: 'a' } })).toMatchObject({
      status: 401,
      headers: HEADERS,
    });
  });
});

describe('Expect', () => {
  const post = (host: string, expected: string, body = '{}') =>
    `POST /api/4/token HTTP/1.1\r\nHost: ${host}\r\nExpect: ${expected}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

  it('is judged behind the host filter, and behind the login', async () => {
    const { port } = await guardedApi({ hosts: ['a'], authenticator: fakeAuthenticator() });
    expect(await exchange(port, post('evil', '100-continue'))).toMatch(/^HTTP\/1.1 400 /);
    expect(await exchange(port, post('evil', 'magic'))).toMatch(/^HTTP\/1.1 400 /);
    const closed = post('a', 'magic').replace('/api/4/token', '/api/4/events/clear/all');
    expect(await exchange(port, closed)).toMatch(/^HTTP\/1.1 401 /);
    expect(await exchange(port, post('a', 'magic'))).toMatch(/^HTTP\/1.1 417 /);
    expect(await exchange(port, post('a', '100-continue'))).toMatch(
      /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 400 /,
    );
  });
});

describe('the end of a server', () => {
  async function setUp() {
    const server = createHttpServer({
      bodyLimit: 100,
      maxConnections: 10,
      trustedProxies: [],
      mayConnect: () => true,
      tls: null,
      frameworkErrors: () => {},
    });
    let answer = (): void => {};
    let arrived = (): void => {};
    const isUnderWay = new Promise<void>((resolve) => (arrived = resolve));
    server.get('/slow', async () => {
      arrived();
      await new Promise<void>((resolve) => (answer = resolve));
      return 'whole';
    });
    const port = await listen({ api: server, host: '127.0.0.1', port: 0 });
    const reply = exchange(port, 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n').catch(String);
    await isUnderWay;
    const idle = connect(port, '127.0.0.1');
    await new Promise((resolve) => idle.on('connect', resolve));
    return { server, port, reply, idle, answer: () => answer() };
  }

  it('lets what is under way finish, takes nothing new, and closes what is idle', async () => {
    const { server, port, reply, idle, answer } = await setUp();
    const closing = closeServer(server);
    await new Promise((resolve) => idle.on('close', resolve));
    await expect(exchange(port, 'GET / HTTP/1.1\r\n\r\n')).rejects.toThrow('ECONNREFUSED');
    answer();
    expect(await reply).toMatch(/^HTTP\/1.1 200 OK[^]*whole$/);
    await closing;
  });

  it('waits no longer than a second', async () => {
    const { server, reply } = await setUp();
    const start = performance.now();
    await closeServer(server);
    expect(performance.now() - start).toBeGreaterThan(900);
    expect(await reply).not.toContain('whole');
  });
});
